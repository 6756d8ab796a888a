import type { JournalEvent, Message } from "@toolwright/core";
import { assertSum, damaged, type Row, storedJson, textOf } from "../rows/row.ts";
import { messageHash } from "./prepare-event.ts";

/** Which events to read: those between two numbers. */
export interface EventRange {
  readonly thread: number;
  readonly after: number;
  /** Default: to the end. */
  readonly before?: number | undefined;
  /** Default: in their order. */
  readonly newestFirst?: boolean;
}

/** Messages of a user that are looked for at the end of a history: notes may stand before the last one. */
export const MAX_SAID = 20;

/**
 * The event of a row; a run's without the messages that it began with. Throws `corrupt` for one that is not as it was
 * stored.
 */
export function eventIn(row: Row): JournalEvent {
  const body = textOf(row, "body");
  assertSum(body, row.sum);
  const event: JournalEvent = storedJson(body);
  if (event?.seq !== row.seq && row.seq !== undefined) throw damaged("an event stands in the place of another");
  return event;
}

/** A message of a run's beginning. Throws `corrupt` for one that is not as it was stored. */
export function storedMessage(body: string, hash: unknown): Message {
  if (hash !== messageHash(body)) throw damaged("a message is not the one that was stored");
  return storedJson(body);
}
