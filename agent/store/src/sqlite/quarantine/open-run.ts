import type { Conversation } from "@toolwright/core";
import { CallsUnderWay } from "../../rules/quarantine/calls-under-way.ts";
import {
  deathsIn,
  deathsText,
  eventsAfter,
  type LostHold,
  type OpenRun,
  withDeath,
} from "../../rules/quarantine/deaths.ts";
import { numberOf, type Row, textOf } from "../../rules/rows/row.ts";
import type { Database } from "../database/database.ts";
import { readEvents } from "../journal/read-events.ts";

/** The newest run of a conversation, where it is open, in any store: takes its two names. */
export const selectOpenRun = (mark: (number: number) => string): string =>
  `SELECT t.id AS thread, t.last_seq, o.run_id, o.deaths, o.stop_requested FROM threads AS t
    JOIN runs AS r ON r.thread = t.id AND r.seq = t.run_seq
    JOIN open_runs AS o ON o.thread = t.id AND o.run_id = r.run_id
    WHERE t.channel = ${mark(1)} AND t.chat_id = ${mark(2)}`;

/** An open run from its row, of whichever store: what is true is so, or 1. */
export function openRunOf(row: Row): OpenRun & { readonly thread: number } {
  return {
    thread: numberOf(row, "thread"),
    runId: textOf(row, "run_id"),
    lastSeq: numberOf(row, "last_seq"),
    deaths: deathsIn(row.deaths),
    isStopRequested: Boolean(row.stop_requested),
  };
}

const SELECT = selectOpenRun(() => "?");
const UPDATE = "UPDATE open_runs SET deaths = ? WHERE thread = ? AND run_id = ?";

/** Undefined where none is open. */
export function openRun(
  database: Database,
  { channel, chatId }: Conversation,
): ReturnType<typeof openRunOf> | undefined {
  const row = database.first(SELECT, channel, chatId);
  return row && openRunOf(row);
}

/** Notes that the holder of a run is dead, inside a transaction, where a call was under way. */
export function noteDeath(database: Database, run: ReturnType<typeof openRunOf>, hold: LostHold, now: number): OpenRun {
  const calls = new CallsUnderWay(run.runId);
  for (const event of readEvents(database, { thread: run.thread, after: eventsAfter(run, hold) })) calls.add(event);
  const noted = withDeath(run, hold, calls, now);
  database.run(UPDATE, deathsText(noted.deaths), run.thread, run.runId);
  return noted;
}

/** Takes a death back, inside a transaction: the holder lives, and has only lost its lease. */
export function takeDeathBack(database: Database, conversation: Conversation, token: string): void {
  const run = openRun(database, conversation);
  if (!run?.deaths.some((death) => death.token === token)) return;
  const deaths = run.deaths.filter((death) => death.token !== token);
  database.run(UPDATE, deathsText(deaths), run.thread, run.runId);
  noteChange(database, conversation);
}

/** Tells who watches that a conversation looks different than before, inside a transaction. */
export function noteChange(database: Database, { channel, chatId }: Conversation): void {
  database.run("INSERT INTO changes (channel, chat_id) VALUES (?, ?)", channel, chatId);
}
