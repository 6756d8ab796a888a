import type { Conversation } from "@toolwright/core";
import { StoreError } from "../../port/store-error.ts";
import { numberOf, optionalNumber, optionalText } from "../../rules/rows/row.ts";
import type { Database, Row } from "../database/database.ts";
import { storedText } from "../database/stored-text.ts";
import type { PostgresLimits } from "../postgres-limits.ts";
import { type Append, appendEvents } from "./append-events.ts";
import { refusalOf } from "./refusal.ts";

interface Queued extends Append {
  readonly key: string;
  readonly bytes: number;
  readonly resolve: (thread: number) => void;
  readonly reject: (error: unknown) => void;
}

export interface AppendQueueOptions {
  readonly database: Database;
  readonly limits: PostgresLimits;
  /** Called after each commit, with the conversations that have new events. */
  readonly onStored: (conversations: readonly Conversation[]) => void;
}

/** Commits that may be under way at once. More of them wait for the same disk, and fewer events share one. */
const LANES = 2;
/** Of one commit. */
const MOST = { events: 512, bytes: 4 * 1024 * 1024 };

/**
 * Stores events of all journals of a store. What comes while a commit is under way shares the next one. The events of
 * one conversation are never in two commits at once, so that they keep their order.
 */
export class AppendQueue {
  readonly #options: AppendQueueOptions;
  #queue: Queued[] = [];
  readonly #working = new Set<string>();
  #lanes = 0;
  #isPlanned = false;
  #idle: (() => void)[] = [];

  constructor(options: AppendQueueOptions) {
    this.#options = options;
  }

  /** The thread, once the event is on disk. Rejects with a `StoreError`. */
  append(append: Append): Promise<number> {
    const { channel, chatId } = append.conversation;
    const key = `${storedText(channel)}\n${storedText(chatId)}`;
    const bytes =
      append.prepared.body.length + (append.prepared.input ?? []).reduce((sum, body) => sum + body.length, 0);
    return new Promise((resolve, reject) => {
      this.#queue.push({ ...append, key, bytes, resolve, reject });
      this.#plan();
    });
  }

  /** Resolves when nothing is queued or under way. */
  async flushed(): Promise<void> {
    if (this.#queue.length > 0 || this.#lanes > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** What is queued in one turn of the event loop goes together. */
  #plan(): void {
    if (this.#isPlanned || this.#lanes >= LANES) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      while (this.#lanes < LANES) {
        const batch = this.#take();
        if (batch.length === 0) break;
        void this.#work(batch);
      }
      if (this.#queue.length === 0 && this.#lanes === 0) for (const resolve of this.#idle.splice(0)) resolve();
    });
  }

  /** The next ones, of conversations that are in no commit. */
  #take(): Queued[] {
    const batch: Queued[] = [];
    const left: Queued[] = [];
    let bytes = 0;
    for (const queued of this.#queue) {
      const isFull = batch.length >= MOST.events || (batch.length > 0 && bytes + queued.bytes > MOST.bytes);
      if (isFull || this.#working.has(queued.key)) {
        left.push(queued);
        // What follows it in its conversation must wait, too.
        if (isFull) return this.#taken(batch, [...left, ...this.#queue.slice(batch.length + left.length)]);
      } else {
        batch.push(queued);
        bytes += queued.bytes;
      }
    }
    return this.#taken(batch, left);
  }

  /** In one order for all processes: they lock threads one after the other. */
  #taken(batch: Queued[], left: Queued[]): Queued[] {
    this.#queue = left;
    return batch.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
  }

  async #work(batch: readonly Queued[]): Promise<void> {
    this.#lanes += 1;
    const keys = new Set(batch.map(({ key }) => key));
    for (const key of keys) this.#working.add(key);
    await this.#store(batch);
    this.#lanes -= 1;
    for (const key of keys) this.#working.delete(key);
    this.#plan();
  }

  /** `wasTried`: as part of a batch, of which some try may have stored them all. */
  async #store(batch: readonly Queued[], wasTried = false): Promise<void> {
    const { database, limits, onStored } = this.#options;
    try {
      const rows = await database.attempt((statements, isAgain) =>
        appendEvents(statements, { batch, limits, isAgain: isAgain || wasTried }),
      );
      const stored = batch.filter((queued, index) => settle(queued, rows[index] ?? {}, limits));
      if (stored.length > 0) onStored(stored.map(({ conversation }) => conversation));
    } catch (error) {
      // One bad event must not take the others with it; where the database is away, all of them have waited for it.
      if (batch.length === 1 || isUnreachable(error)) for (const queued of batch) queued.reject(error);
      else for (const queued of batch) await this.#store([queued], true);
    }
  }
}

function isUnreachable(error: unknown): boolean {
  return StoreError.isInstance(error) && error.code === "unreachable";
}

/** Tells a writer what became of its event: true when it is stored. */
function settle(queued: Queued, row: Row, limits: PostgresLimits): boolean {
  const problem = optionalText(row, "problem");
  if (problem === undefined || problem === "stored") {
    queued.resolve(numberOf(row, "thread"));
    return true;
  }
  const { seq } = queued.prepared.event;
  queued.reject(refusalOf(problem, { seq, after: queued.after, last: optionalNumber(row, "place"), limits }));
  return false;
}
