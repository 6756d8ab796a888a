/**
 * Names that are left out whatever the ignore files say: git's own folder, and our files on their way to their place.
 */
export const NEVER_SEARCHED: readonly string[] = [".git", ".toolwright-*.tmp"];

/** Whether one of them is this name. */
export function isNeverSearched(name: string): boolean {
  return name === ".git" || (name.startsWith(".toolwright-") && name.endsWith(".tmp"));
}
