import { homedir } from "node:os";

/** A path as people write it: what lies in their home begins with `~`. */
export function fromHome(path: string, home = homedir()): string {
  if (path === home) return "~";
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
