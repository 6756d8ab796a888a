import { statSync } from "node:fs";
import { StoreError } from "../store-error.ts";
import type { Database } from "./database.ts";
import { IN_MEMORY } from "./open-database.ts";

/** What stands at a path, told apart from whatever else may stand there later; undefined for nothing, and in memory. */
export function fileNow(file: string): string | undefined {
  if (file === IN_MEMORY) return undefined;
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

/** Reads and writes something that changes nothing. Rejects with a `StoreError`, also where the file was deleted under the store. */
export async function probe(database: Database, opened: string | undefined): Promise<void> {
  const { file } = database;
  if (fileNow(file) !== opened) {
    const message = `The file of the database was deleted or replaced: ${file}. What is stored now is lost when this process ends.`;
    throw new StoreError("io", message);
  }
  await database.queue(() => database.run("UPDATE identity SET id = id"));
}
