import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { StoreError } from "../../port/store-error.ts";
import { numberOf } from "../../rules/rows/row.ts";
import type { Database } from "./database.ts";
import { IN_MEMORY } from "./open-database.ts";

/** Bytes of a disk below which an event of some length would not fit: a small one does long after that. */
const LEAST_BYTES = 1024 * 1024;

/** The same in pages of the database, of 4 KiB each. */
const LEAST_PAGES = 16;

const PAGES = `SELECT page_count - freelist_count AS used, max_page_count AS most
  FROM pragma_page_count, pragma_freelist_count, pragma_max_page_count`;

/** Throws a `StoreError` where the disk is nearly full, or the database has nearly reached its own limit. */
export function assertRoom(database: Database): void {
  const { file } = database;
  const row = database.first(PAGES) ?? {};
  if (numberOf(row, "used") + LEAST_PAGES > numberOf(row, "most"))
    throw new StoreError("full", `The database has nearly reached its limit, databaseBytes: ${file}.`);
  if (file === IN_MEMORY) return;
  const { bavail, bsize } = statfsSync(dirname(file));
  if (bavail * bsize < LEAST_BYTES)
    throw new StoreError("full", `There is no room left for the database: ${file} (less than 1 MiB on its disk).`);
}
