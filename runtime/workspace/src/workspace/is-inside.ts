import { sep } from "node:path";

/** True for the folder itself and everything below it; both paths absolute and normalised. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
