import { LATE_EVENTS } from "../../rules/journal/kept-history.ts";
import { numberOf, storedJson, textOf } from "../../rules/rows/row.ts";
import type { Database } from "../database/database.ts";

/** Fewer messages than these are found as fast one by one. */
const MANY = 64;

/** Characters of a hash. */
const HASH = 43;

/**
 * The numbers of those messages at the beginning of a history that also begin the newest one stored of its thread: a
 * run goes on where the one before it ended, and none of these has to be looked for.
 */
export function idsBefore(database: Database, thread: number, hashes: readonly string[]): readonly number[] {
  if (hashes.length < MANY) return [];
  const ended = database.all(AT_END, thread).find(({ input }) => input !== null);
  const newest = ended ?? database.first(AT_BEGINNING, thread);
  if (typeof newest?.input !== "string") return [];
  const row = database.first(LISTED, newest.input, thread) ?? {};
  const stored = textOf(row, "hashes");
  if (stored.length !== numberOf(row, "count") * HASH) return [];
  const differs = hashes.findIndex((hash, place) => !stored.startsWith(hash, place * HASH));
  const ids: readonly number[] = storedJson(textOf(row, "ids"));
  return ids.slice(0, differs === -1 ? hashes.length : differs);
}

/** Of the last events after the beginning of the newest run: its end may have a history. */
const AT_END = `SELECT e.input FROM threads AS t JOIN events AS e ON e.thread = t.id AND e.seq > t.run_seq
  WHERE t.id = ? ORDER BY e.seq DESC LIMIT ${LATE_EVENTS}`;
const AT_BEGINNING = `SELECT e.input FROM threads AS t JOIN events AS e ON e.thread = t.id AND e.seq = t.run_seq
  WHERE t.id = ?`;

/** Both lists are made in one pass, so that each hash stands where its number does. */
const LISTED = `SELECT count(*) AS count, json_group_array(m.id) AS ids, coalesce(group_concat(m.hash, ''), '') AS hashes
  FROM json_each(?) AS listed CROSS JOIN messages AS m ON m.id = listed.value AND m.thread = ?`;
