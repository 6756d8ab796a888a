import { createHash } from "node:crypto";
import { basename } from "node:path";

/** The name of what is kept for a folder: its own, so that people find it, and a hash of where it lies. */
export function folderName(root: string): string {
  const name = basename(root).replace(/[^\w.-]/g, "_");
  return `${name}-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`;
}
