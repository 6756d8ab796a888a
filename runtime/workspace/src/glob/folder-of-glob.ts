/** The folder in which a glob begins; undefined for what is no glob. */
export function folderOfGlob(path: string): string | undefined {
  const names = path.split("/");
  const first = names.findIndex((name) => /[*?{[]/.test(name));
  return first === -1 ? undefined : names.slice(0, first).join("/") || ".";
}
