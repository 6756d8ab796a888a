import { utf8Length } from "../text/utf8-length.ts";
import type { JournalEvent } from "./event.ts";

/** What an event weighs beside its payload, roughly. */
const ENVELOPE_BYTES = 120;
/** What one UTF-16 unit of the id takes at most: the id of a call stands in the payload as well. */
const ID_BYTES = 6;
/** What a number, a boolean or null weighs, and what a key or a text weighs beside its characters. */
const VALUE_BYTES = 8;

let measured: JournalEvent | undefined;
let bytes = 0;

/** Keeps what is known about the payload of an event, so that it need not be measured. */
export function noteSize(event: JournalEvent, payloadBytes: number): void {
  measured = event;
  bytes = payloadBytes + ENVELOPE_BYTES + event.id.length * ID_BYTES;
}

/**
 * Estimated bytes of an event, never less than its texts take as UTF-8.
 * A journal and a replay buffer ask one after the other, so the last answer is kept.
 */
export function eventSize(event: JournalEvent): number {
  if (event !== measured) noteSize(event, valueSize(event.data));
  return bytes;
}

function valueSize(value: unknown): number {
  if (typeof value === "string") return utf8Length(value) + VALUE_BYTES;
  if (!isObject(value)) return VALUE_BYTES;
  let size = VALUE_BYTES;
  if (Array.isArray(value)) {
    for (const item of value) size += valueSize(item);
    return size;
  }
  // Events are plain data; this loop makes no list of their keys.
  for (const key in value) size += key.length + valueSize(value[key]);
  return size;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
