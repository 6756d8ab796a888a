import { createHash } from "node:crypto";
import { canonicalJson, type JournalEvent, type Message } from "@toolwright/core";
import { contentParts } from "@toolwright/core/internal";
import { numberOf, optionalText, type Row, storedJson } from "../../rules/rows/row.ts";
import type { Database } from "../database/database.ts";

/** Threads that are read at once: no other work of this process waits for long. */
export const READ_AT_ONCE = 200;

/** What a thread is found by that was begun with a message: its hash, or "" for a message that no user said. */
export function saidHash(message: Message | undefined): string {
  if (message?.role !== "user") return "";
  return createHash("sha256")
    .update(canonicalJson(contentParts(message)))
    .digest("base64url");
}

/** The same of what a run begins with: its last message. */
export function firstSaidOf({ data }: Extract<JournalEvent, { type: "run_start" }>): string {
  return saidHash(data.input.at(-1));
}

/** The hash for a thread of an earlier version, from the row that says what its first run began with. */
export function firstSaidIn(row: Row): string {
  const body = optionalText(row, "said");
  const message: Message | undefined = body === undefined ? undefined : storedJson(body);
  return saidHash(message);
}

const NOT_READ = `SELECT t.id, (SELECT m.body FROM events AS e JOIN messages AS m ON m.id = e.input ->> '$[#-1]'
    WHERE e.thread = t.id AND e.seq = (SELECT min(r.seq) FROM runs AS r WHERE r.thread = t.id)) AS said
  FROM threads AS t WHERE t.channel = ? AND t.first_said IS NULL AND t.run_seq > 0 LIMIT ?`;

/** Reads what threads of an earlier version were begun with, some at once. False where there are none. */
export function readFirstSaid(database: Database, channel: string): boolean {
  if (database.first(NOT_READ, channel, 1) === undefined) return false;
  database.transactionUnsynced(() => {
    for (const row of database.all(NOT_READ, channel, READ_AT_ONCE)) {
      database.run("UPDATE threads SET first_said = ? WHERE id = ?", firstSaidIn(row), numberOf(row, "id"));
    }
  });
  return true;
}
