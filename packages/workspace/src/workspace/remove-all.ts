import { join } from "node:path";
import type { FilesPort } from "./files.port.ts";

/** Removes what stands at a path, with everything in it. Links are removed, not followed; missing is fine. */
export async function removeAll(files: FilesPort, path: string): Promise<void> {
  if ((await files.stat(path, { noFollow: true }))?.kind === "directory") {
    for (const { name } of await files.list(path)) await removeAll(files, join(path, name));
  }
  await files.remove(path);
}
