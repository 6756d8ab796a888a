import { hash } from "node:crypto";
import type { JournalEvent } from "@toolwright/core";
import { StoreError } from "../../port/store-error.ts";
import type { StoreLimits } from "../../port/store-limits.ts";

/** An event as it will be stored. */
export interface PreparedEvent {
  readonly event: JournalEvent;
  /** JSON, without the messages that a run begins with. */
  readonly body: string;
  /** What the body takes as UTF-8. */
  readonly bytes: number;
  /** Those messages as JSON: most of them are in the store already. */
  readonly input: readonly string[] | undefined;
}

/** Writes an event as JSON. Throws a `StoreError` for one that is too large or has no number. */
export function prepareEvent(event: JournalEvent, { eventBytes }: Pick<StoreLimits, "eventBytes">): PreparedEvent {
  if (!Number.isSafeInteger(event.seq) || event.seq < 1) {
    throw new StoreError("conflict", `An event needs a whole number from 1 as its seq, not ${event.seq}.`);
  }
  const prepared = event.type === "run_start" ? splitInput(event) : written(event, event, undefined);
  let { bytes } = prepared;
  for (const message of prepared.input ?? []) bytes += Buffer.byteLength(message);
  if (bytes <= eventBytes) return prepared;
  throw new StoreError("too_large", `An event of type ${event.type} has ${bytes} bytes; ${eventBytes} are allowed.`);
}

/**
 * What tells equal messages of a thread: every run begins with the whole history, of which each message is stored once.
 */
export function messageHash(body: string): string {
  return hash("sha256", body, "base64url");
}

function splitInput(event: Extract<JournalEvent, { type: "run_start" }>): PreparedEvent {
  const input = event.data.input.map((message) => JSON.stringify(message));
  return written(event, { ...event, data: { ...event.data, input: [] } }, input);
}

function written(event: JournalEvent, kept: JournalEvent, input: PreparedEvent["input"]): PreparedEvent {
  const body = JSON.stringify(kept);
  return { event, body, bytes: Buffer.byteLength(body), input };
}
