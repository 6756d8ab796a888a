import { join } from "node:path";
import type { FilesPort } from "../workspace/files.port.ts";

/** Removes a folder of ours with everything in it. Links are removed, not followed. */
export async function removeFolder(files: FilesPort, folder: string): Promise<void> {
  for (const { name, kind } of await files.list(folder)) {
    if (kind === "directory") await removeFolder(files, join(folder, name));
    else await files.remove(join(folder, name));
  }
  await files.remove(folder);
}
