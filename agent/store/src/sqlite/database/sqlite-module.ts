import { StoreError } from "../../port/store-error.ts";

/**
 * `node:sqlite`, looked up when it is needed: a program on an older Node can import this package and read why it fails.
 */
export function sqliteModule(): typeof import("node:sqlite") {
  const sqlite = process.getBuiltinModule?.("node:sqlite");
  if (sqlite === undefined) {
    throw new StoreError("no_sqlite", `A store needs node:sqlite: Node 22.13 or later, not ${process.version}.`);
  }
  return sqlite;
}
