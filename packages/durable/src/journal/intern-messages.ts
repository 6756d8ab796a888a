import type { Database } from "../database/database.ts";
import { numberOf } from "../database/row.ts";
import { messageHash } from "./prepare-event.ts";

/**
 * Stores the messages that a run begins with, each once per thread: every run begins with the whole history, which
 * would be stored again and again. Gives their numbers as JSON, and the bytes that were added.
 */
export function internMessages(
  database: Database,
  thread: number,
  messages: readonly string[] | undefined,
): { readonly ids: string | null; readonly bytes: number } {
  if (messages === undefined) return { ids: null, bytes: 0 };
  let bytes = 0;
  const ids = messages.map((body) => {
    const hash = messageHash(body);
    const known = database.first("SELECT id FROM messages WHERE thread = ? AND hash = ?", thread, hash);
    if (known !== undefined) return numberOf(known, "id");
    bytes += Buffer.byteLength(body);
    const insert = "INSERT INTO messages (thread, hash, body) VALUES (?, ?, ?) RETURNING id";
    return numberOf(database.first(insert, thread, hash, body) ?? {}, "id");
  });
  const text = JSON.stringify(ids);
  return { ids: text, bytes: bytes + text.length };
}
