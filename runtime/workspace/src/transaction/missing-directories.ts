import { dirname } from "node:path";
import type { FilesPort } from "../workspace/files.port.ts";
import type { FileChange } from "./file-change.ts";

/** Directories that changes will make, outermost first; also where a file stands that they take away. */
export async function missingDirectories(files: FilesPort, changes: readonly FileChange[]): Promise<string[]> {
  const removed = new Set(changes.flatMap(({ path, after }) => (after === undefined ? [path] : [])));
  const missing = new Set<string>();
  for (const { path, after } of changes) {
    if (after === undefined) continue;
    for (let at = dirname(path); removed.has(at) || (await files.stat(at)) === undefined; at = dirname(at)) {
      missing.add(at);
    }
  }
  return [...missing].sort((one, other) => one.length - other.length);
}
