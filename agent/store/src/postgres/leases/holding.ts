import type { Conversation } from "@toolwright/core";
import { type Holding, isLive } from "../../rules/leases/holder.ts";
import { numberOf, textOf } from "../../rules/rows/row.ts";
import type { Statements } from "../database/database.ts";

/** Who holds a lease, and what the clock of the database said when it was looked at. */
export interface SeenHolding extends Holding {
  readonly now: number;
}

/** False when its time is over, or its process is known to be dead, which only its own machine can tell. */
export function isHeld({ holder, expiresAt, now }: SeenHolding): boolean {
  return isLive({ holder, expiresAt }, now);
}

/** The lease of a conversation; undefined where nobody has it. */
export async function holdingOf(
  statements: Statements,
  { channel, chatId }: Conversation,
): Promise<SeenHolding | undefined> {
  const sql = "SELECT holder, expires_at, now_ms() AS now FROM leases WHERE channel = $1 AND chat_id = $2";
  const row = await statements.first(sql, channel, chatId);
  if (row === undefined) return undefined;
  return { holder: textOf(row, "holder"), expiresAt: numberOf(row, "expires_at"), now: numberOf(row, "now") };
}
