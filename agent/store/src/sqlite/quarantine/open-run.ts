import type { Conversation } from "@toolwright/core";
import { CallsUnderWay } from "../../rules/quarantine/calls-under-way.ts";
import { deathsText, eventsAfter, type LostHold, type OpenRun, withDeath } from "../../rules/quarantine/deaths.ts";
import { openRunOf, selectOpenRun } from "../../rules/quarantine/open-run.ts";
import type { Database } from "../database/database.ts";
import { readEvents } from "../journal/read-events.ts";

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

/** Whether a conversation has an open run of this id. */
export function isOpenRun(database: Database, { channel, chatId }: Conversation, runId: string): boolean {
  const sql = `SELECT 1 FROM open_runs AS o JOIN threads AS t ON t.id = o.thread
    WHERE t.channel = ? AND t.chat_id = ? AND o.run_id = ?`;
  return database.first(sql, channel, chatId, runId) !== undefined;
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
