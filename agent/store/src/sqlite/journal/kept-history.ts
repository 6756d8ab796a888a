import { setImmediate as turn } from "node:timers/promises";
import { type JournalEvent, type Message, providerHistory } from "@toolwright/core";
import type { StoreLimits } from "../../port/store-limits.ts";
import { endsRun, LATE_EVENTS, LONG_RUN } from "../../rules/journal/kept-history.ts";
import { eventIn } from "../../rules/journal/stored-event.ts";
import { numberOf, optionalText, type Row, textOf } from "../../rules/rows/row.ts";
import type { Database } from "../database/database.ts";
import { internMessages } from "./intern-messages.ts";
import { messagesOf, readEvents } from "./read-events.ts";

/** The history after the newest run of a thread, where it is kept with the end of that run. */
export function readKeptHistory(database: Database, thread: number): readonly Message[] | undefined {
  const end = endOf(database, thread);
  const ids = end && optionalText(end.row, "input");
  return ids === undefined ? undefined : messagesOf(database, ids, end?.row.input_sum);
}

interface RunEnd {
  readonly row: Row;
  /** The numbers of the first event of the run and of its end. */
  readonly from: number;
  readonly to: number;
}

const RUN = `SELECT r.seq, r.run_id FROM threads AS t JOIN runs AS r ON r.thread = t.id AND r.seq = t.run_seq
  WHERE t.id = ? AND t.last_seq - t.run_seq >= ${LONG_RUN}`;
const NEWEST = `SELECT seq, body, sum, input, input_sum FROM events WHERE thread = ? AND seq > ?
  ORDER BY seq DESC LIMIT ${LATE_EVENTS}`;

/** Undefined where the newest run is short or open, or something of it has come after its end. */
function endOf(database: Database, thread: number): RunEnd | undefined {
  const run = database.first(RUN, thread);
  if (run === undefined) return undefined;
  const [from, runId] = [numberOf(run, "seq"), textOf(run, "run_id")];
  const newest = database.take(NEWEST, [thread, from], (row) => eventIn(row).runId === runId).at(-1);
  if (newest === undefined || !endsRun(eventIn(newest), runId)) return undefined;
  return { row: newest, from, to: numberOf(newest, "seq") };
}

/** What is kept, and how much may be. */
export interface KeepHistory extends Pick<StoreLimits, "conversationBytes"> {
  readonly thread: number;
}

/** Events and messages of one piece: nobody waits for long meanwhile. */
const PIECE = 128;

/**
 * Keeps the history after the newest run with its end, where that run was long and is over. Nothing where others keep
 * the database locked, or the thread has no room: whoever asks for the history then reads the run.
 */
export async function keepHistory(database: Database, { thread, conversationBytes }: KeepHistory): Promise<void> {
  const end = endOf(database, thread);
  if (end === undefined || end.row.input !== null) return;
  const bodies = (await runHistory(database, { thread, ...end })).map((message) => JSON.stringify(message));
  const ids: number[] = [];
  let sum = 0;
  const take = (bytes: number) => {
    if (database.run(TAKE, bytes, thread, bytes, conversationBytes) === 1) return;
    throw new Error("There is no room for the history of the thread.");
  };
  for (let from = 0; ; from += PIECE) {
    const isLast = from + PIECE >= bodies.length;
    const isDone = database.whenFree(() => {
      const stored = internMessages(database, { thread, bodies: bodies.slice(from, from + PIECE), sum });
      take(stored.bytes);
      ids.push(...stored.ids);
      sum = stored.sum;
      if (isLast) keep(database, { thread, seq: end.to, ids, sum }, take);
    });
    if (!isDone || isLast) return;
    await turn();
  }
}

interface Kept {
  readonly thread: number;
  readonly seq: number;
  readonly ids: readonly number[];
  readonly sum: number;
}

function keep(database: Database, { thread, seq, ids, sum }: Kept, take: (bytes: number) => void): void {
  const input = JSON.stringify(ids);
  take(input.length);
  database.run(KEEP, input, sum, thread, seq);
}

const TAKE = "UPDATE threads SET bytes = bytes + ? WHERE id = ? AND bytes + ? <= ?";
const KEEP = "UPDATE events SET input = ?, input_sum = ? WHERE thread = ? AND seq = ?";

async function runHistory(
  database: Database,
  { thread, from, to }: Pick<RunEnd, "from" | "to"> & { readonly thread: number },
): Promise<readonly Message[]> {
  const events: JournalEvent[] = [];
  for (const event of readEvents(database, { thread, after: from - 1, before: to + 1 })) {
    events.push(event);
    if (events.length % PIECE === 0) await turn();
  }
  return providerHistory(events);
}
