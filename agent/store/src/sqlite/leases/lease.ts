import type { Conversation } from "@toolwright/core";
import { bootTimeOf } from "../../rules/leases/boot-clock.ts";
import { type Holding, isLive } from "../../rules/leases/holder.ts";
import type { LostHold } from "../../rules/quarantine/deaths.ts";
import { numberOf, type Row, textOf } from "../../rules/rows/row.ts";
import type { Database } from "../database/database.ts";

/** A lease as its row says it, of whichever store. */
export type HeldRow = Holding & LostHold;

export function heldRowOf(row: Row): HeldRow {
  return {
    holder: textOf(row, "holder"),
    expiresAt: numberOf(row, "expires_at"),
    bootTime: bootTimeOf(row),
    token: textOf(row, "token"),
    afterSeq: numberOf(row, "after_seq"),
  };
}

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
