import { numberOf, optionalText, textOf } from "../../rules/rows/row.ts";
import { saidIn } from "../../rules/search/said-in.ts";
import { comparedWords } from "../../rules/search/words.ts";
import type { Database } from "../database/database.ts";

/** Events that are read at once: nobody waits for long. */
const AT_ONCE = 200;

const BEHIND = `SELECT id, title, last_seq, searched_seq, searched_title FROM threads
  WHERE channel = ? AND (last_seq > searched_seq OR title IS NOT searched_title) ORDER BY touched DESC LIMIT 1`;
/** Events with the last message that their run began with. */
export const SELECT_SAID = `SELECT e.seq, e.body, e.sum, m.body AS said, m.hash AS said_hash
  FROM events AS e LEFT JOIN messages AS m ON m.id = e.input ->> '$[#-1]'`;
const NEW = `${SELECT_SAID} WHERE e.thread = ? AND e.seq > ?
    AND (e.input IS NOT NULL OR instr(e.body, '"assistant_message"') > 0 OR instr(e.body, '"steered"') > 0) ORDER BY e.seq LIMIT ?`;

/** Takes texts of one thread into the index. False when there is nothing new. */
export function indexNext(database: Database, channel: string): boolean {
  if (database.first(BEHIND, channel) === undefined) return false;
  return database.transactionUnsynced(() => {
    const thread = database.first(BEHIND, channel);
    if (thread === undefined) return false;
    const id = numberOf(thread, "id");
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
    const seq = events.length < AT_ONCE || last === undefined ? numberOf(thread, "last_seq") : numberOf(last, "seq");
    database.run("UPDATE threads SET searched_seq = ?, searched_title = ? WHERE id = ?", seq, title, id);
    return true;
  });
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
