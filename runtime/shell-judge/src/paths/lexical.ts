/** An absolute path without `.`, `..`, double or final slashes. Nothing on disk is looked at. */
export function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** The path seen from a directory, `..` kept as the kernel would meet it. */
export function join(directory: string, path: string): string {
  return path.startsWith("/") ? path : `${directory}/${path}`;
}

/** A directory and all above it, the nearest first. */
export function upwards(directory: string): readonly string[] {
  const parts = directory.split("/");
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("/") || "/");
}

/** Is the path the directory or below it? Both normalised; `/repo` does not hold `/repo-evil`. */
export function isInside(path: string, directory: string): boolean {
  return directory === "/" || path === directory || path.startsWith(`${directory}/`);
}
