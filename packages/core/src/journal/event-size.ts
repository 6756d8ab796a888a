import { jsonSize } from "../json/json-size.ts";
import type { JournalEvent } from "./event.ts";

/** What an event weighs beside its payload, roughly. */
const ENVELOPE_BYTES = 120;

let measured: JournalEvent | undefined;
let bytes = 0;

/** Estimated bytes of an event. A journal and a replay buffer ask one after the other, so the last answer is kept. */
export function eventSize(event: JournalEvent): number {
  if (event !== measured) bytes = jsonSize(event.data) + ENVELOPE_BYTES;
  measured = event === measured ? undefined : event;
  return bytes;
}
