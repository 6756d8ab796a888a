import type { Message } from "@toolwright/core";
import type { SteerMessage } from "@toolwright/core/types";
import { numberOf, type Row, textOf } from "../database/row.ts";
import type { SteerState, StoredSteer } from "../port/steers.ts";
import { StoreError } from "../store-error.ts";

/** Messages that wait in one conversation. */
const MOST = 100;

/** A message as it is stored. Throws `too_large`. */
export function steerText(message: Message, most: number): string {
  const text = JSON.stringify(message);
  if (Buffer.byteLength(text) <= most) return text;
  throw new StoreError("too_large", `A message takes ${most} bytes at most.`);
}

/** Throws `limit` where so many wait already. */
export function checkWaiting(count: number): void {
  if (count >= MOST) throw new StoreError("limit", `${MOST} messages wait already.`);
}

/** What others see of a row: a message that a run has taken waits until it is stored with the run. */
export function steerOf(row: Row): StoredSteer {
  const state = textOf(row, "state");
  const shown: SteerState = state === "sent" || state === "withdrawn" || state === "unsent" ? state : "waiting";
  const text = textOf(row, "message");
  return {
    id: textOf(row, "id"),
    state: shown,
    createdAt: numberOf(row, "created_at"),
    ...(text !== "" && { message: messageIn(text) }),
  };
}

/** A row as a run takes it. */
export function steerMessageOf(row: Row): SteerMessage {
  return { messageId: textOf(row, "id"), message: messageIn(textOf(row, "message")) };
}

function messageIn(text: string): Message {
  return JSON.parse(text);
}
