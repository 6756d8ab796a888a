import type { FilesPort } from "../workspace/files.port.ts";
import type { LogEntry } from "./log-line.ts";

/** Removes the directories that an undo leaves without content. What somebody put into them keeps them. */
export async function removeEmptied(files: FilesPort, { emptied }: Pick<LogEntry, "emptied">): Promise<void> {
  for (const directory of emptied) {
    if ((await files.stat(directory, { noFollow: true }))?.kind === "directory") {
      await files.remove(directory).catch(() => undefined);
    }
  }
}
