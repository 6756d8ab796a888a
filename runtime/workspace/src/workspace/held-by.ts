import { dirname } from "node:path";

/**
 * Whether one of these paths is a path, or a folder that holds it; all absolute and normalised. It takes as many steps
 * as the path has parts, however many there are.
 */
export function heldBy(paths: Iterable<string>): (path: string) => boolean {
  const held = new Set(paths);
  return (path) => {
    for (let at = path; ; at = dirname(at)) {
      if (held.has(at)) return true;
      if (at === dirname(at)) return false;
    }
  };
}
