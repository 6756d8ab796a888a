import type { Conversation } from "@toolwright/core";
import type { Database } from "../database/database.ts";
import { numberOf } from "../database/row.ts";
import type { StoreLimits } from "../store-limits.ts";
import { makeRoom } from "./make-room.ts";

/** A thread to be. */
export interface NewThread extends Conversation {
  readonly title?: string;
  readonly limits: StoreLimits;
  readonly now: number;
  /** The number of a thread that must not go to make room for it. */
  readonly keep?: number;
}

/** The number of a conversation's thread, which is made where there is none, inside a transaction. */
export function addThread(database: Database, { channel, chatId, title = "", limits, now, keep }: NewThread): number {
  const known = database.first("SELECT id FROM threads WHERE channel = ? AND chat_id = ?", channel, chatId);
  if (known !== undefined) return numberOf(known, "id");
  makeRoom(database, { limits, now, keep });
  const insert = `INSERT INTO threads (channel, chat_id, title, created_at, updated_at, touched)
    VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(touched), 0) + 1 FROM threads)) RETURNING id`;
  return numberOf(database.first(insert, channel, chatId, title, now, now) ?? {}, "id");
}
