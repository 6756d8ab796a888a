import type { Conversation } from "@toolwright/core";
import type { Database } from "../database/database.ts";
import { numberOf, textOf } from "../database/row.ts";
import { type Holding, isLive } from "./holder.ts";

/** The living holder of a conversation's lease. */
export function liveHolder(database: Database, { channel, chatId }: Conversation, now: number): Holding | undefined {
  const row = database.first(
    "SELECT holder, expires_at FROM leases WHERE channel = ? AND chat_id = ?",
    channel,
    chatId,
  );
  if (row === undefined) return undefined;
  const holding = { holder: textOf(row, "holder"), expiresAt: numberOf(row, "expires_at") };
  return isLive(holding, now) ? holding : undefined;
}
