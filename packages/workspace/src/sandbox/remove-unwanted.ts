import { rm } from "node:fs/promises";
import { relative } from "node:path";

/** Takes away files that a command was not to make. Gives a note for each that it did make. */
export async function removeUnwanted(root: string, unwanted: readonly string[]): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const path of unwanted) {
    const removed = await rm(path).then(
      () => true,
      () => false,
    );
    if (removed) notes.push(`${relative(root, path)} was made by this command and taken away`);
  }
  return notes;
}
