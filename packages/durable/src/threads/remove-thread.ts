import type { Conversation } from "@toolwright/core";
import type { Database } from "../database/database.ts";

/** Removes a thread with its events, approvals, outputs and lease, inside a transaction. False: there was none. */
export function removeThread(database: Database, { channel, chatId }: Conversation): boolean {
  for (const table of ["approvals", "outputs", "leases"]) {
    database.run(`DELETE FROM ${table} WHERE channel = ? AND chat_id = ?`, channel, chatId);
  }
  return database.run("DELETE FROM threads WHERE channel = ? AND chat_id = ?", channel, chatId) === 1;
}
