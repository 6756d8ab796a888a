import { comparedWords, numberOf, optionalText, saidIn, textOf } from "@toolwright/durable/adapter";
import type { Database, Row, Statements } from "../database/database.ts";
import { givenText, storedText } from "../database/stored-text.ts";

/** Events that are read at once. */
const AT_ONCE = 200;

const BEHIND = `SELECT id, title, last_seq, searched_seq, searched_title FROM threads
  WHERE channel = $1 AND (last_seq > searched_seq OR title IS DISTINCT FROM searched_title) ORDER BY touched DESC LIMIT 1`;
/** Others that search meanwhile take another thread. */
const TAKEN = `${BEHIND} FOR NO KEY UPDATE SKIP LOCKED`;
const NEW = `SELECT e.seq, e.body, (SELECT m.body FROM messages AS m WHERE m.id = e.input[array_upper(e.input, 1)]) AS said
  FROM events AS e WHERE e.thread = $1 AND e.seq > $2
    AND (e.input IS NOT NULL OR position('"assistant_message"' IN e.body) > 0 OR position('"steered"' IN e.body) > 0) ORDER BY e.seq LIMIT $3`;
const ADD = `INSERT INTO said (thread, seq, words) VALUES ($1, $2, to_tsvector('simple', $3))
  ON CONFLICT (thread, seq) DO UPDATE SET words = excluded.words`;

/** Takes texts of one thread into the index. False when there is nothing new that nobody else works on. */
export async function indexNext(database: Database, channel: string): Promise<boolean> {
  const name = storedText(channel);
  if ((await database.first(BEHIND, name)) === undefined) return false;
  return database.transaction(async (statements) => {
    const thread = await statements.first(TAKEN, name);
    if (thread !== undefined) await indexThread(statements, thread);
    return thread !== undefined;
  });
}

async function indexThread(statements: Statements, thread: Row): Promise<void> {
  const id = numberOf(thread, "id");
  const title = textOf(thread, "title");
  if (optionalText(thread, "searched_title") !== title)
    await statements.run(ADD, id, 0, comparedWords(givenText(title)));
  const events = await statements.all(NEW, id, numberOf(thread, "searched_seq"), AT_ONCE);
  for (const row of events) {
    const text = saidIn({ body: textOf(row, "body"), said: optionalText(row, "said") });
    if (text !== undefined) await statements.run(ADD, id, numberOf(row, "seq"), comparedWords(text));
  }
  const last = events.at(-1);
  const seq = events.length < AT_ONCE || last === undefined ? numberOf(thread, "last_seq") : numberOf(last, "seq");
  await statements.run("UPDATE threads SET searched_seq = $2, searched_title = $3 WHERE id = $1", id, seq, title);
}
