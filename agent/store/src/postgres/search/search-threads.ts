import type { FoundThread, FoundThreads, ThreadSearch } from "../../port/threads.ts";
import { numberOf, optionalText, textOf } from "../../rules/rows/row.ts";
import { saidIn } from "../../rules/search/said-in.ts";
import { partsOf, patternOf } from "../../rules/search/search-parts.ts";
import { comparedWords, excerptOf, searchTerms } from "../../rules/search/words.ts";
import type { Database, Row, Statements } from "../database/database.ts";
import { SELECT_THREAD, threadOf } from "../threads/thread-row.ts";

/** Milliseconds that a search spends on texts which no search has seen before. */
const PATIENCE_MS = 2_000;
const MAX_FOUND = 200;

/**
 * Threads with all that is looked for, in whichever of their messages. Texts are taken into the index when somebody
 * searches.
 */
export async function searchThreads(
  database: Database,
  { channel, words, limit = 50, owner = null }: SearchOptions,
): Promise<FoundThreads> {
  const [first, ...others] = searchTerms(words).toSorted((one, other) => other.length - one.length);
  if (first === undefined) return { found: [], isWhole: true };
  const isWhole = await indexAll(database, channel);
  const placed = await hitsOf(database, first);
  const rest = await Promise.all(others.map((term) => hitsOf(database, term)));
  const ids = [...placed.keys()].filter((id) => rest.every((hits) => hits.has(id)));
  const sql = `${SELECT_THREAD} WHERE t.channel = $1 AND t.id = ANY($2::bigint[])
    AND ($4::text IS NULL OR t.owner = $4) ORDER BY t.touched DESC LIMIT $3`;
  const count = Math.min(Math.max(1, Math.trunc(limit)), MAX_FOUND);
  const rows = await database.all(sql, channel, ids, count, owner);
  const found = rows.map(async (row) => ({
    thread: threadOf(row),
    ...(await placeIn(database, row, { placed, term: first })),
  }));
  return { found: await Promise.all(found), isWhole };
}

type SearchOptions = Omit<ThreadSearch, "owner"> & { readonly owner?: string | null };

/** False when there is more than can be done at once. */
async function indexAll(database: Database, channel: string): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS;
  while (await indexNext(database, channel)) if (performance.now() > until) return false;
  return true;
}

const WITH_PARTS = `SELECT thread, max(seq) AS seq FROM said
  WHERE parts @> $1::text[] AND words LIKE $2 GROUP BY thread`;

/** The newest place of a term in each thread that has it. A single character has no parts, so that all is read. */
async function hitsOf(database: Database, term: string): Promise<ReadonlyMap<number, number>> {
  const { like, parts } = patternOf(term);
  const rows = await database.all(WITH_PARTS, parts, like);
  return new Map(rows.map((row) => [numberOf(row, "thread"), numberOf(row, "seq")]));
}

/** Events with the last message that their run began with. */
const SELECT_SAID = `SELECT e.seq, e.body, m.body AS said, m.hash AS said_hash
  FROM events AS e LEFT JOIN messages AS m ON m.id = e.input[array_upper(e.input, 1)]`;
const SAID = `${SELECT_SAID} WHERE e.thread = $1 AND e.seq = $2`;

interface Placed {
  readonly placed: ReadonlyMap<number, number>;
  readonly term: string;
}

/** Nothing where it was found in the title. */
async function placeIn(
  database: Database,
  row: Row,
  { placed, term }: Placed,
): Promise<Pick<FoundThread, "seq" | "excerpt">> {
  const id = numberOf(row, "id");
  const seq = placed.get(id) ?? 0;
  const event = seq === 0 ? undefined : await database.first(SAID, id, seq);
  const text = event && saidIn(event);
  return text === undefined ? {} : { seq, excerpt: excerptOf(text, term) };
}

/** Events that are read at once. */
const AT_ONCE = 200;

const BEHIND = `SELECT id, title, last_seq, searched_seq, searched_title FROM threads
  WHERE channel = $1 AND (last_seq > searched_seq OR title IS DISTINCT FROM searched_title) ORDER BY touched DESC LIMIT 1`;
/** Others that search meanwhile take another thread. */
const TAKEN = `${BEHIND} FOR NO KEY UPDATE SKIP LOCKED`;
const NEW = `${SELECT_SAID} WHERE e.thread = $1 AND e.seq > $2
    AND (e.input IS NOT NULL OR position('"assistant_message"' IN e.body) > 0 OR position('"steered"' IN e.body) > 0) ORDER BY e.seq LIMIT $3`;
const ADD = `INSERT INTO said (thread, seq, words, parts) VALUES ($1, $2, $3, $4)
  ON CONFLICT (thread, seq) DO UPDATE SET words = excluded.words, parts = excluded.parts`;

/** Takes texts of one thread into the index. False when there is nothing new that nobody else works on. */
async function indexNext(database: Database, channel: string): Promise<boolean> {
  const name = channel;
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
  if (optionalText(thread, "searched_title") !== title) await add(statements, { id, seq: 0, text: title });
  const events = await statements.all(NEW, id, numberOf(thread, "searched_seq"), AT_ONCE);
  for (const row of events) {
    const text = saidIn(row);
    if (text !== undefined) await add(statements, { id, seq: numberOf(row, "seq"), text });
  }
  const last = events.at(-1);
  const seq = events.length < AT_ONCE || last === undefined ? numberOf(thread, "last_seq") : numberOf(last, "seq");
  await statements.run("UPDATE threads SET searched_seq = $2, searched_title = $3 WHERE id = $1", id, seq, title);
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
