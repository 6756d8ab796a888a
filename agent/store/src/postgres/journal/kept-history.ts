import { type Conversation, type JournalEvent, type Message, providerHistory } from "@toolwright/core";
import { endsRun, LATE_EVENTS, LONG_RUN } from "../../rules/journal/kept-history.ts";
import { messageHash } from "../../rules/journal/prepare-event.ts";
import { eventIn } from "../../rules/journal/stored-event.ts";
import { numberOf, textOf } from "../../rules/rows/row.ts";
import type { Database, Row, Statements } from "../database/database.ts";
import { nameOf } from "../database/stored-text.ts";
import type { PostgresLimits } from "../postgres-limits.ts";
import { idsIn, messagesOf, readEvents } from "./read-events.ts";

/** The history after the newest run of a conversation, where it is kept with the end of that run. */
export async function readKeptHistory(
  database: Database,
  conversation: Conversation,
): Promise<readonly Message[] | undefined> {
  const end = await endOf(database, conversation);
  const ids = end && idsIn(end.row);
  return ids === undefined ? undefined : messagesOf(database, ids);
}

interface RunEnd {
  readonly row: Row;
  readonly thread: number;
  /** The numbers of the first event of the run and of its end. */
  readonly from: number;
  readonly to: number;
}

const NEWEST = `SELECT t.id AS thread, r.run_id, r.seq AS from_seq, e.seq, e.body, e.input FROM threads AS t
  JOIN runs AS r ON r.thread = t.id AND r.seq = t.run_seq CROSS JOIN LATERAL (
    SELECT seq, body, input FROM events WHERE thread = t.id AND seq > t.run_seq ORDER BY seq DESC LIMIT ${LATE_EVENTS}
  ) AS e WHERE t.channel = $1 AND t.chat_id = $2 AND t.last_seq - t.run_seq >= ${LONG_RUN} ORDER BY e.seq DESC`;

/** Undefined where the newest run is short or open, or something of it has come after its end. */
async function endOf(database: Database, conversation: Conversation): Promise<RunEnd | undefined> {
  const rows = await database.all(NEWEST, ...nameOf(conversation));
  const newest = rows.find((row) => eventIn(row).runId === row.run_id);
  if (newest === undefined || !endsRun(eventIn(newest), textOf(newest, "run_id"))) return undefined;
  const [thread, from, to] = [numberOf(newest, "thread"), numberOf(newest, "from_seq"), numberOf(newest, "seq")];
  return { row: newest, thread, from, to };
}

/** What is kept, and how much may be. */
export interface KeepHistory extends Pick<PostgresLimits, "conversationBytes"> {
  readonly conversation: Conversation;
}

/** Messages of one transaction: whoever stores in the thread waits for it. */
const PIECE = 256;

/**
 * Keeps the history after the newest run with its end, where that run was long and is over. Nothing where the thread
 * has no room: whoever asks for the history then reads the run.
 */
export async function keepHistory(database: Database, { conversation, conversationBytes }: KeepHistory): Promise<void> {
  const end = await endOf(database, conversation);
  if (end === undefined || idsIn(end.row) !== undefined) return;
  const { thread, from, to } = end;
  const events: JournalEvent[] = [];
  for await (const event of readEvents(database, { thread, after: from - 1, before: to + 1 })) events.push(event);
  const bodies = providerHistory(events).map((message) => JSON.stringify(message));
  const ids: number[] = [];
  for (let at = 0; at < bodies.length; at += PIECE) {
    const piece = { thread, bodies: bodies.slice(at, at + PIECE), conversationBytes };
    const stored = await database.transaction((statements) => internMessages(statements, piece));
    if (stored === undefined) return;
    ids.push(...stored);
  }
  await database.transaction(async (statements) => {
    const hasRoom = await statements.run(TAKE, thread, 4 * ids.length, conversationBytes);
    if (hasRoom === 1) await statements.run(KEEP, thread, to, ids);
  });
}

const TAKE = "UPDATE threads SET bytes = bytes + $2 WHERE id = $1 AND bytes + $2 <= $3";
const KEEP = "UPDATE events SET input = $3::bigint[] WHERE thread = $1 AND seq = $2 AND input IS NULL";

interface Piece extends Pick<PostgresLimits, "conversationBytes"> {
  readonly thread: number;
  /** As JSON. */
  readonly bodies: readonly string[];
}

const LOCK = "SELECT id FROM threads WHERE id = $1 FOR NO KEY UPDATE";
const ADD = `WITH added AS (
    INSERT INTO messages (thread, hash, body) SELECT DISTINCT ON (l.hash) $1::bigint, l.hash, l.body
      FROM unnest($2::text[], $3::text[]) AS l (hash, body) ON CONFLICT (thread, hash) DO NOTHING RETURNING body
  ) SELECT coalesce(sum(octet_length(body)), 0)::float8 AS bytes FROM added`;
const IDS = `SELECT m.id FROM unnest($2::text[]) WITH ORDINALITY AS l (hash, n)
  JOIN messages AS m ON m.thread = $1 AND m.hash = l.hash ORDER BY l.n`;

/** The numbers of messages that are stored now, each once per thread; undefined where there is no room for them. */
async function internMessages(
  statements: Statements,
  { thread, bodies, conversationBytes }: Piece,
): Promise<readonly number[] | undefined> {
  if ((await statements.first(LOCK, thread)) === undefined) return undefined;
  const hashes = bodies.map(messageHash);
  const added = await statements.first(ADD, thread, hashes, bodies);
  if ((await statements.run(TAKE, thread, numberOf(added ?? {}, "bytes"), conversationBytes)) !== 1)
    throw new Error("There is no room for the history of the thread.");
  return (await statements.all(IDS, thread, hashes)).map((row) => numberOf(row, "id"));
}
