import { damaged } from "../../rules/rows/row.ts";
import type { Database } from "./database.ts";

/** A database of so many bytes is read whole when it is opened: a millisecond for each mebibyte. */
const READ_WHOLE = 16 * 1024 * 1024;

/**
 * Throws `corrupt` for a database that is damaged: nothing is built on it. A large one is not read whole; damage in it
 * is found when it is met, or by `checkStore`.
 */
export function assertSound(database: Database): void {
  const { pages, size } =
    database.first("SELECT page_count AS pages, page_size AS size FROM pragma_page_count, pragma_page_size") ?? {};
  if (Number(pages) * Number(size) > READ_WHOLE) return;
  const [said] = Object.values(database.first("PRAGMA integrity_check(1)") ?? {});
  if (said !== "ok") throw damaged(`${database.file} (${String(said).replaceAll("\n", " ")})`);
}
