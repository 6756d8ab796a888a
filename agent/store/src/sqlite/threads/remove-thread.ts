import type { Conversation } from "@toolwright/core";
import { numberOf } from "../../rules/rows/row.ts";
import type { Database } from "../database/database.ts";
import { forgetSaid } from "../search/index-said.ts";

/** Outputs that a fork can still read become those of one fork. */
const HAND_ON = `UPDATE outputs SET (channel, chat_id) =
    (SELECT r.channel, r.chat_id FROM output_readers AS r WHERE r.output = outputs.number LIMIT 1)
  WHERE channel = ? AND chat_id = ? AND EXISTS (SELECT 1 FROM output_readers AS r WHERE r.output = outputs.number)`;

/** Removes a thread with its events, approvals, outputs and lease, inside a transaction. False: there was none. */
export function removeThread(database: Database, { channel, chatId }: Conversation): boolean {
  database.run("DELETE FROM output_readers WHERE channel = ? AND chat_id = ?", channel, chatId);
  database.run(HAND_ON, channel, chatId);
  for (const table of ["approvals", "outputs", "leases"]) {
    database.run(`DELETE FROM ${table} WHERE channel = ? AND chat_id = ?`, channel, chatId);
  }
  const thread = database.first("SELECT id FROM threads WHERE channel = ? AND chat_id = ?", channel, chatId);
  if (thread !== undefined) forgetSaid(database, numberOf(thread, "id"));
  return database.run("DELETE FROM threads WHERE channel = ? AND chat_id = ?", channel, chatId) === 1;
}
