import type { Conversation } from "@toolwright/core";
import type { Database } from "../database/database.ts";
import { nameOf } from "../database/stored-text.ts";

/** Whether a conversation has an open run of this id. */
export async function isOpenRun(database: Database, conversation: Conversation, runId: string): Promise<boolean> {
  const sql = `SELECT 1 FROM open_runs AS o JOIN threads AS t ON t.id = o.thread
    WHERE t.channel = $1 AND t.chat_id = $2 AND o.run_id = $3`;
  return (await database.first(sql, ...nameOf(conversation), runId)) !== undefined;
}
