import type { Conversation } from "@toolwright/core";
import { numberOf } from "../../rules/rows/row.ts";
import type { Database } from "../database/database.ts";
import { makeRoom, type Room } from "./make-room.ts";

/** A thread to be. */
export interface NewThread extends Conversation, Room {
  readonly title?: string;
  readonly owner?: string | undefined;
}

/** The number of a conversation's thread, which is made where there is none, inside a transaction. */
export function addThread(database: Database, { channel, chatId, title = "", owner, ...room }: NewThread): number {
  const known = database.first("SELECT id FROM threads WHERE channel = ? AND chat_id = ?", channel, chatId);
  if (known !== undefined) return numberOf(known, "id");
  makeRoom(database, room);
  const insert = `INSERT INTO threads (channel, chat_id, title, owner, created_at, updated_at, touched)
    VALUES (?, ?, ?, ?, ?, ?, (SELECT coalesce(max(touched), 0) + 1 FROM threads)) RETURNING id`;
  return numberOf(database.first(insert, channel, chatId, title, owner ?? null, room.now, room.now) ?? {}, "id");
}
