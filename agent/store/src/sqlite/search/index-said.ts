import { numberOf, optionalText, textOf } from "../../rules/rows/row.ts";
import { SAYS_NOTHING, saidIn } from "../../rules/search/said-in.ts";
import { comparedWords } from "../../rules/search/words.ts";
import type { Database } from "../database/database.ts";

/** Events that are read at once: nobody waits for long. */
const AT_ONCE = 200;

const BEHIND = `SELECT id FROM threads
  WHERE channel = ? AND (last_seq > searched_seq OR title IS NOT searched_title) ORDER BY touched DESC`;
const ONE = `SELECT title, last_seq, searched_seq, searched_title FROM threads
  WHERE id = ? AND (last_seq > searched_seq OR title IS NOT searched_title)`;
/** Events with the last message that their run began with. */
export const SELECT_SAID = `SELECT e.seq, e.body, e.sum, m.body AS said, m.hash AS said_hash
  FROM events AS e LEFT JOIN messages AS m ON m.id = e.input ->> '$[#-1]'`;
const NEW = `${SELECT_SAID} WHERE e.thread = ? AND e.seq > ?
    AND (e.input IS NOT NULL OR instr(e.body, '"steered"') > 0
      OR instr(e.body, '"assistant_message"') > 0 AND instr(e.body, '${SAYS_NOTHING}') = 0) ORDER BY e.seq LIMIT ?`;

/** The threads of which the index does not have all texts, the last used first. */
export function threadsBehind(database: Database, channel: string): number[] {
  return database.all(BEHIND, channel).map((row) => numberOf(row, "id"));
}

/** Takes texts of one thread into the index, inside a transaction. True where it has more. */
function indexThread(database: Database, id: number): boolean {
  const thread = database.first(ONE, id);
  if (thread === undefined) return false;
  const title = textOf(thread, "title");
  if (optionalText(thread, "searched_title") !== title) {
    forget(database, "thread = ? AND seq = 0", id);
    add(database, { id, seq: 0, text: title });
  }
  const events = database.all(NEW, id, numberOf(thread, "searched_seq"), AT_ONCE);
  for (const row of events) {
    const text = saidIn(row);
    if (text !== undefined) add(database, { id, seq: numberOf(row, "seq"), text });
  }
  const last = events.at(-1);
  const isMore = events.length === AT_ONCE && last !== undefined;
  const seq = isMore ? numberOf(last, "seq") : numberOf(thread, "last_seq");
  database.run("UPDATE threads SET searched_seq = ?, searched_title = ? WHERE id = ?", seq, title, id);
  return isMore;
}

/** Milliseconds of one piece, after which others get their turn. */
const PIECE_MS = { unasked: 3, asked: 20 };

/** Takes texts of the first of these threads into the index, inside a transaction. Gives those that are left. */
export function indexSome(database: Database, threads: readonly number[], isAsked: boolean): readonly number[] {
  const until = performance.now() + (isAsked ? PIECE_MS.asked : PIECE_MS.unasked);
  for (const [place, id] of threads.entries()) {
    if (indexThread(database, id)) return threads.slice(place);
    if (performance.now() > until) return threads.slice(place + 1);
  }
  return [];
}

/** Takes what a thread said out of the index, inside a transaction. */
export function forgetSaid(database: Database, thread: number): void {
  forget(database, "thread = ?", thread);
}

function forget(database: Database, which: "thread = ?" | "thread = ? AND seq = 0", thread: number): void {
  const taken = `INSERT INTO said_parts (said_parts, rowid, words) SELECT 'delete', id, words FROM said WHERE ${which}`;
  if (database.hasParts) database.run(taken, thread);
  database.run(`DELETE FROM said WHERE ${which}`, thread);
}

interface Said {
  readonly id: number;
  readonly seq: number;
  readonly text: string;
}

function add(database: Database, { id, seq, text }: Said): void {
  const compared = comparedWords(text);
  if (compared === "") return;
  // By the blank before the first word the beginning of every word is found by one pattern.
  const words = ` ${compared}`;
  const added = database.first("INSERT INTO said (thread, seq, words) VALUES (?, ?, ?) RETURNING id", id, seq, words);
  if (database.hasParts)
    database.run("INSERT INTO said_parts (rowid, words) VALUES (?, ?)", numberOf(added ?? {}, "id"), words);
}
