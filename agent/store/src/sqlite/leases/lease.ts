import type { Conversation } from "@toolwright/core";
import { type HeldRow, heldRowOf } from "../../rules/leases/held-row.ts";
import { type Holding, isLive } from "../../rules/leases/holder.ts";
import type { Database } from "../database/database.ts";

const SELECT =
  "SELECT holder, expires_at, boot, boot_until, token, after_seq FROM leases WHERE channel = ? AND chat_id = ?";

/** The lease of a conversation that was not given back, whether its holder lives or not. */
export function heldRow(database: Database, { channel, chatId }: Conversation): HeldRow | undefined {
  const row = database.first(SELECT, channel, chatId);
  return row && heldRowOf(row);
}

/** The living holder of a conversation's lease. */
export function liveHolder(database: Database, conversation: Conversation, now: number): Holding | undefined {
  const held = heldRow(database, conversation);
  return held && isLive(held, now) ? held : undefined;
}
