// The rules of what people say while runs go on, for every store: each message is kept once, waits until a run has
// stored it, and cannot be taken back once a run has it.

import type { Message, SteerMessage, SteerQueue } from "@toolwright/core";
import { isAnswered } from "@toolwright/core/internal";
import type { ChangeWatch } from "../../port/changes.ts";
import type { MaybePromise } from "../../port/maybe-promise.ts";
import type { SteerState, StoredSteer } from "../../port/steers.ts";
import { StoreError } from "../../port/store-error.ts";
import { numberOf, type Row, storedJson, textOf } from "../rows/row.ts";
import { type Rule, told } from "../rule.ts";

/** Messages that wait in one conversation. */
const MOST = 100;

/** What a store says of the messages of one conversation, inside one transaction. */
export interface SteerStatements {
  /** Held against others until the transaction ends. */
  find(id: string): MaybePromise<Row | undefined>;
  /** How many a run has not stored yet. */
  countWaiting(): MaybePromise<number>;
  /** The row, also where somebody has put it there meanwhile; undefined for an unknown thread. */
  insert(id: string, text: string): MaybePromise<Row | undefined>;
  withdraw(id: string): MaybePromise<unknown>;
}

/** What a run takes from: rows come oldest first. */
export interface SteerQueueStatements {
  waiting(): MaybePromise<readonly Row[]>;
  /** The same, which cannot be taken back from now on. */
  take(): MaybePromise<readonly Row[]>;
  sent(ids: readonly string[]): MaybePromise<void>;
  unsend(): MaybePromise<unknown>;
  /** Rings when something else waits than before. */
  watch(): ChangeWatch;
}

/** Stores a message, or finds it again. Throws `limit` where as many wait as may. */
export function* sayOnce(statements: SteerStatements, id: string, text: string): Rule<StoredSteer | undefined> {
  const known = yield* told(statements.find(id));
  if (known !== undefined) return steerOf(known);
  const waiting = yield* told(statements.countWaiting());
  if (waiting >= MOST) throw new StoreError("limit", `${MOST} messages wait already.`);
  const row = yield* told(statements.insert(id, text));
  return row && steerOf(row);
}

/** Takes a message back unless a run has it, and says how it stands. */
export function* takeBack(statements: SteerStatements, id: string): Rule<StoredSteer | undefined> {
  const row = yield* told(statements.find(id));
  if (row === undefined || (row.state !== "waiting" && row.state !== "unsent")) return row && steerOf(row);
  yield* told(statements.withdraw(id));
  return { ...steerOf(row), state: "withdrawn" };
}

/** The queue of a conversation. */
export function steerQueue(statements: SteerQueueStatements): SteerQueue {
  return {
    async waiting() {
      return (await statements.waiting()).map(saidIn);
    },
    async take() {
      return (await statements.take()).map(saidIn);
    },
    async sent(ids) {
      await statements.sent(ids);
    },
    async ended(stopReason) {
      const unheard = (await statements.waiting()).map(saidIn);
      if (unheard.length > 0 && !isAnswered(stopReason)) await statements.unsend();
      return unheard;
    },
    watch: (changed) => watching(statements.watch(), changed),
  };
}

function watching(watch: ChangeWatch, changed: () => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const tell = async () => {
    for (;;) {
      await watch.changed(signal);
      if (signal.aborted) return;
      changed();
    }
  };
  // A store that is closed tells nobody any more.
  tell().catch(() => undefined);
  return () => {
    watch.stop();
    stopped.abort();
  };
}

/** A message as it is stored. Throws `too_large`. */
export function steerText(message: Message, most: number): string {
  const text = JSON.stringify(message);
  if (Buffer.byteLength(text) <= most) return text;
  throw new StoreError("too_large", `A message takes ${most} bytes at most.`);
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
function saidIn(row: Row): SteerMessage {
  return { messageId: textOf(row, "id"), message: messageIn(textOf(row, "message")) };
}

function messageIn(text: string): Message {
  return storedJson(text);
}
