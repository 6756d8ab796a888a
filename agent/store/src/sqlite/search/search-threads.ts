import { setImmediate as turn } from "node:timers/promises";
import type { FoundThread, FoundThreads, ThreadSearch } from "../../port/threads.ts";
import { damaged, numberOf, type Row } from "../../rules/rows/row.ts";
import { saidIn } from "../../rules/search/said-in.ts";
import { patternOf } from "../../rules/search/search-parts.ts";
import { excerptOf, searchTerms } from "../../rules/search/words.ts";
import { SELECT_THREAD, threadOf } from "../../rules/threads/thread.ts";
import type { Database } from "../database/database.ts";
import { indexSome, SELECT_SAID, threadsBehind } from "./index-said.ts";

/** Milliseconds that a search spends on texts which are not in the index yet. */
const PATIENCE_MS = 2_000;
const MAX_FOUND = 200;

/**
 * Threads with all that is looked for, in whichever of their messages. Texts are taken into the index once their run is
 * over, and what is missing of them when somebody searches.
 */
export async function searchThreads(
  database: Database,
  search: ThreadSearch,
  now: () => number,
): Promise<FoundThreads> {
  const { channel, words, limit = 50, owner = null } = search;
  const terms = searchTerms(words);
  const [first, ...others] = terms.toSorted((one, other) => other.length - one.length);
  if (first === undefined) return { found: [], isWhole: true };
  const isWhole = await indexAll(database, channel);
  const placed = hitsOf(database, first);
  const rest = others.map((term) => hitsOf(database, term));
  const ids = [...placed.keys()].filter((id) => rest.every((hits) => hits.has(id)));
  const time = now();
  const sql = `${SELECT_THREAD} WHERE t.channel = ? AND t.id IN (SELECT listed.value FROM json_each(?) AS listed)
    AND t.owner IS coalesce(?, t.owner) ORDER BY t.touched DESC LIMIT ?`;
  const count = Math.min(Math.max(1, Math.trunc(limit)), MAX_FOUND);
  const rows = database.all(sql, time, channel, JSON.stringify(ids), owner, count);
  return {
    found: rows.map((row) => ({ thread: threadOf(row, time), ...placeIn(database, row, { placed, term: first }) })),
    isWhole,
  };
}

/** False when there is more than can be done at once. Others get their turn meanwhile. */
async function indexAll(database: Database, channel: string): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS;
  for (let left: readonly number[] = threadsBehind(database, channel); left.length > 0; await turn()) {
    if (performance.now() > until) return false;
    const threads = left;
    left = database.transactionUnsynced(() => indexSome(database, threads, true));
  }
  return true;
}

const WITH_PARTS = `SELECT s.thread, max(s.seq) AS seq FROM said_parts JOIN said AS s ON s.id = said_parts.rowid
  WHERE said_parts MATCH ? AND s.words LIKE ? GROUP BY s.thread`;
const WITHOUT = "SELECT thread, max(seq) AS seq FROM said WHERE words LIKE ? GROUP BY thread";

/** The newest place of a term in each thread that has it. */
function hitsOf(database: Database, term: string): ReadonlyMap<number, number> {
  const { like, parts } = patternOf(term);
  const quoted = parts.map((part) => `"${part}"`).join(" ");
  const isIndexed = database.hasParts && parts.length > 0;
  const rows = isIndexed ? database.all(WITH_PARTS, quoted, like) : database.all(WITHOUT, like);
  return new Map(rows.map((row) => [numberOf(row, "thread"), numberOf(row, "seq")]));
}

const SAID = `${SELECT_SAID} WHERE e.thread = ? AND e.seq = ?`;

interface Placed {
  readonly placed: ReadonlyMap<number, number>;
  readonly term: string;
}

/** Nothing where it was found in the title. Throws `corrupt` where the index names an event that says nothing. */
function placeIn(database: Database, row: Row, { placed, term }: Placed): Pick<FoundThread, "seq" | "excerpt"> {
  const id = numberOf(row, "id");
  const seq = placed.get(id) ?? 0;
  if (seq === 0) return {};
  const event = database.first(SAID, id, seq);
  const text = event && saidIn(event);
  if (text === undefined) throw damaged("the index of a search names an event that says nothing");
  return { seq, excerpt: excerptOf(text, term) };
}
