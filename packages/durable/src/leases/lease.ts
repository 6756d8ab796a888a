import type { Conversation } from "@toolwright/core";
import type { Database } from "../database/database.ts";
import { numberOf, textOf } from "../database/row.ts";
import { type Holding, isLive } from "./holder.ts";

/** The right to run one conversation. It is renewed as long as this process lives and its event loop turns. */
export interface Lease {
  readonly conversation: Conversation;
  readonly token: string;
  /** Aborted when somebody else has taken the lease: give it to the run. */
  readonly signal: AbortSignal;
  /** False when it was lost. */
  renew(): boolean;
  /** Gives it back, where that cannot be stored with the end of its time. Nothing happens the second time. */
  release(): void;
}

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
