import { createHash } from "node:crypto";
import { canonicalJson, type JournalEvent, type Message } from "@toolwright/core";
import { contentParts } from "@toolwright/core/internal";
import { optionalText, type Row, storedJson } from "../rows/row.ts";

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
