import type { Conversation } from "@toolwright/core";
import type { Database } from "../database/database.ts";
import { numberOf, textOf } from "../database/row.ts";
import type { Lease } from "../port/leases.ts";
import { type Holding, isLive } from "./holder.ts";

const WHERE = "WHERE channel = ? AND chat_id = ?";

/** The living holder of a conversation's lease. */
export function liveHolder(database: Database, { channel, chatId }: Conversation, now: number): Holding | undefined {
  const row = database.first(`SELECT holder, expires_at FROM leases ${WHERE}`, channel, chatId);
  if (row === undefined) return undefined;
  const holding = { holder: textOf(row, "holder"), expiresAt: numberOf(row, "expires_at") };
  return isLive(holding, now) ? holding : undefined;
}

/** True while nobody else has taken the lease, even when its time is over. */
export function isHeldBy(database: Database, { conversation, token }: Pick<Lease, "conversation" | "token">): boolean {
  const { channel, chatId } = conversation;
  return database.first(`SELECT 1 FROM leases ${WHERE} AND token = ?`, channel, chatId, token) !== undefined;
}
