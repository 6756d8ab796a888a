/**
 * The form of a relative path that two spellings share (`./src//a.ts`, `src/x/../a.ts`); undefined when it is absolute,
 * leaves the folder it is relative to, or names nothing in it. Links are not looked at.
 */
export function normalisePatchPath(path: string): string | undefined {
  if (path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path) || path.includes("\0")) return undefined;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.length === 0 ? undefined : parts.join("/");
}
