import { numberOf, optionalText, textOf } from "../../rules/rows/row.ts";
import { SAYS_NOTHING, saidIn } from "../../rules/search/said-in.ts";
import { partsOf } from "../../rules/search/search-parts.ts";
import { comparedWords } from "../../rules/search/words.ts";
import type { Database, Statements } from "../database/database.ts";

/** Events that are read at once. */
const AT_ONCE = 200;

const IS_BEHIND = "(last_seq > searched_seq OR title IS DISTINCT FROM searched_title)";
const BEHIND = `SELECT id FROM threads WHERE channel = $1 AND ${IS_BEHIND} ORDER BY touched DESC`;
/** Whoever works on it meanwhile does the same. */
const ONE = `SELECT title, last_seq, searched_seq, searched_title FROM threads
  WHERE id = $1 AND ${IS_BEHIND} FOR NO KEY UPDATE`;
/** Events with the last message that their run began with. */
export const SELECT_SAID = `SELECT e.seq, e.body, m.body AS said, m.hash AS said_hash
  FROM events AS e LEFT JOIN messages AS m ON m.id = e.input[array_upper(e.input, 1)]`;
const NEW = `${SELECT_SAID} WHERE e.thread = $1 AND e.seq > $2
    AND (e.input IS NOT NULL OR position('"steered"' IN e.body) > 0
      OR position('"assistant_message"' IN e.body) > 0 AND position('${SAYS_NOTHING}' IN e.body) = 0) ORDER BY e.seq LIMIT $3`;
const ADD = `INSERT INTO said (thread, seq, words, parts) VALUES ($1, $2, $3, $4)
  ON CONFLICT (thread, seq) DO UPDATE SET words = excluded.words, parts = excluded.parts`;

/** The threads of which the index does not have all texts, the last used first. */
export async function threadsBehind(database: Database, channel: string): Promise<number[]> {
  return (await database.all(BEHIND, channel)).map((row) => numberOf(row, "id"));
}

/** Takes texts of one thread into the index. True where it has more. */
export function indexThread(database: Database, id: number): Promise<boolean> {
  return database.transaction(async (statements) => {
    const thread = await statements.first(ONE, id);
    if (thread === undefined) return false;
    const title = textOf(thread, "title");
    if (optionalText(thread, "searched_title") !== title) await add(statements, { id, seq: 0, text: title });
    const events = await statements.all(NEW, id, numberOf(thread, "searched_seq"), AT_ONCE);
    for (const row of events) {
      const text = saidIn(row);
      if (text !== undefined) await add(statements, { id, seq: numberOf(row, "seq"), text });
    }
    const last = events.at(-1);
    const isMore = events.length === AT_ONCE && last !== undefined;
    const seq = isMore ? numberOf(last, "seq") : numberOf(thread, "last_seq");
    await statements.run("UPDATE threads SET searched_seq = $2, searched_title = $3 WHERE id = $1", id, seq, title);
    return isMore;
  });
}

interface Said {
  readonly id: number;
  readonly seq: number;
  readonly text: string;
}

async function add(statements: Statements, { id, seq, text }: Said): Promise<void> {
  // By the blank before the first word the beginning of every word is found by one pattern.
  const words = ` ${comparedWords(text)}`;
  await statements.run(ADD, id, seq, words, partsOf(words));
}
