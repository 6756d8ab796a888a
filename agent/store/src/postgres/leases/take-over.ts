import type { Conversation } from "@toolwright/core";
import type { Held } from "../../rules/leases/held-leases.ts";
import { countsAfter, type HeldRow, heldRowOf } from "../../rules/leases/held-row.ts";
import { isKnownToLive, isLive, ownHolder } from "../../rules/leases/holder.ts";
import { CallsUnderWay } from "../../rules/quarantine/calls-under-way.ts";
import { deathsText, eventsAfter, mayBeTakenUp, type OpenRun, withDeath } from "../../rules/quarantine/deaths.ts";
import { openRunOf, selectOpenRun } from "../../rules/quarantine/open-run.ts";
import { numbered } from "../../rules/rows/conditions.ts";
import { numberOf } from "../../rules/rows/row.ts";
import type { Statements } from "../database/database.ts";
import { nameOf } from "../database/stored-text.ts";
import { readEvents } from "../journal/read-events.ts";

const NAMED = "WHERE channel = $1 AND chat_id = $2";
const HELD = `SELECT holder, expires_at, token, after_seq FROM leases ${NAMED}`;
const OPEN_RUN = selectOpenRun(numbered);
const NOTE = "UPDATE open_runs SET deaths = $1 WHERE thread = $2 AND run_id = $3";
const TAKE = `INSERT INTO leases (channel, chat_id, token, holder, expires_at, after_seq)
  VALUES ($1, $2, $3, $4, ceil(now_ms() + $5::float8), coalesce($6::bigint, (SELECT last_seq FROM threads ${NAMED}), 0))`;

/**
 * Takes a lease whose holder is dead, or a run that has ended processes before, inside a transaction. False while a
 * living process holds it, and where its run may not be taken up now.
 */
export async function takeOver(statements: Statements, { conversation, token, ttlMs }: Held): Promise<boolean> {
  const names = nameOf(conversation);
  await statements.run("SELECT lock_conversation($1, $2)", ...names);
  const now = numberOf((await statements.first("SELECT now_ms() AS now")) ?? {}, "now");
  const row = await statements.first(HELD, ...names);
  const held = row && heldRowOf(row);
  // Made again after its connection was lost, it may find that it was done.
  if (held?.token === token) return true;
  if (held !== undefined && isLive(held, now)) return false;
  // The last holder may be storing an event: it is stored before this one looks, or not at all.
  await statements.run(`SELECT 1 FROM threads ${NAMED} FOR NO KEY UPDATE`, ...names);
  await statements.run(`DELETE FROM leases ${NAMED}`, ...names);
  const run = await noted(statements, { conversation, held, now });
  if (run !== undefined && !mayBeTakenUp(run, now)) return false;
  return (await statements.run(TAKE, ...names, token, ownHolder(), ttlMs, countsAfter(held) ?? null)) > 0;
}

interface Lost {
  readonly conversation: Conversation;
  readonly held: HeldRow | undefined;
  readonly now: number;
}

/** The open run, with the death of its holder. */
async function noted(statements: Statements, { conversation, held, now }: Lost): Promise<OpenRun | undefined> {
  const row = await statements.first(OPEN_RUN, ...nameOf(conversation));
  if (row === undefined) return undefined;
  const { thread, ...run } = openRunOf(row);
  if (held === undefined || isKnownToLive(held.holder)) return run;
  const calls = new CallsUnderWay(run.runId);
  for await (const event of readEvents(statements, { thread, after: eventsAfter(run, held) })) calls.add(event);
  const withThis = withDeath(run, held, calls, now);
  await statements.run(NOTE, deathsText(withThis.deaths), thread, run.runId);
  return withThis;
}

/** Takes a death back, inside a transaction: the holder lives, and has only lost its lease. */
export async function takeDeathBack(statements: Statements, conversation: Conversation, token: string): Promise<void> {
  const row = await statements.first(
    `${OPEN_RUN} AND strpos(o.deaths, $3) > 0 FOR UPDATE OF o`,
    ...nameOf(conversation),
    token,
  );
  if (row === undefined) return;
  const { thread, runId, deaths } = openRunOf(row);
  await statements.run(NOTE, deathsText(deaths.filter((death) => death.token !== token)), thread, runId);
  await statements.run("INSERT INTO changes (channel, chat_id) VALUES ($1, $2)", ...nameOf(conversation));
}
