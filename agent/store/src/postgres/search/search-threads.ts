import type { FoundThread, FoundThreads, ThreadSearch } from "../../port/threads.ts";
import { numberOf } from "../../rules/rows/row.ts";
import { saidIn } from "../../rules/search/said-in.ts";
import { patternOf } from "../../rules/search/search-parts.ts";
import { excerptOf, searchTerms } from "../../rules/search/words.ts";
import type { Database, Row } from "../database/database.ts";
import { SELECT_THREAD, threadOf } from "../threads/thread-row.ts";
import { indexThread, SELECT_SAID, threadsBehind } from "./index-said.ts";

/** Milliseconds that a search spends on texts which are not in the index yet. */
const PATIENCE_MS = 2_000;
const MAX_FOUND = 200;

/**
 * Threads with all that is looked for, in whichever of their messages. Texts are taken into the index once their run is
 * over, and what is missing of them when somebody searches.
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
  for (const thread of await threadsBehind(database, channel)) {
    while (await indexThread(database, thread)) if (performance.now() > until) return false;
    if (performance.now() > until) return false;
  }
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
