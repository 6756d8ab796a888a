import { messageHash } from "../../rules/journal/prepare-event.ts";
import { numberOf, sumOf } from "../../rules/rows/row.ts";
import type { Database } from "../database/database.ts";
import { idsBefore } from "./ids-before.ts";

/** Messages that were stored, each once per thread. */
export interface Interned {
  readonly ids: readonly number[];
  /** Over their hashes, and over those of what came before. */
  readonly sum: number;
  /** What was added. */
  readonly bytes: number;
}

interface Messages {
  readonly thread: number;
  /** As JSON. */
  readonly bodies: readonly string[];
  /** Of the messages before these. Left out: there are none, and these are all that a run begins with. */
  readonly sum?: number;
}

/**
 * Stores messages of a history, inside a transaction, each once per thread: every run begins with the whole history,
 * which would be stored again and again.
 */
export function internMessages(database: Database, { thread, bodies, sum }: Messages): Interned {
  const hashes = bodies.map(messageHash);
  const ids = sum === undefined ? [...idsBefore(database, thread, hashes)] : [];
  const known = idsOf(database, thread, hashes.slice(ids.length));
  let bytes = 0;
  for (const body of bodies.slice(ids.length)) {
    const hash = hashes[ids.length] ?? "";
    let id = known.get(hash);
    if (id === undefined) {
      bytes += Buffer.byteLength(body);
      id = numberOf(database.first(INSERT, thread, hash, body) ?? {}, "id");
      known.set(hash, id);
    }
    ids.push(id);
  }
  return { ids, sum: sumOf(hashes.join(""), sum), bytes };
}

const INSERT = "INSERT INTO messages (thread, hash, body) VALUES (?, ?, ?) RETURNING id";
/** `CROSS`: each is looked for by the index, and the messages of the thread are never gone through. */
const KNOWN = `SELECT m.id, m.hash FROM json_each(?) AS listed
  CROSS JOIN messages AS m ON m.thread = ? AND m.hash = listed.value`;

function idsOf(database: Database, thread: number, hashes: readonly string[]): Map<string, number> {
  const rows = hashes.length === 0 ? [] : database.all(KNOWN, JSON.stringify(hashes), thread);
  return new Map(rows.map((row) => [String(row.hash), numberOf(row, "id")]));
}
