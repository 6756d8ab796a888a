import type { Conversation } from "@toolwright/core";
import {
  isUse,
  messageHash,
  numberOf,
  optionalNumber,
  optionalText,
  type PreparedEvent,
  storedUsage,
} from "@toolwright/durable/adapter";
import type { Lease } from "@toolwright/durable/store";
import type { Database, Row, Statements, Value } from "../database/database.ts";
import { storedText } from "../database/stored-text.ts";
import type { PostgresLimits } from "../postgres-limits.ts";
import { refusalOf } from "./refusal.ts";

/** An event, and what must hold where it goes. */
export interface Append {
  readonly prepared: PreparedEvent;
  readonly conversation: Conversation;
  /** The thread that was written before; undefined for a first event. */
  readonly thread: number | undefined;
  /** The number of the event before it; undefined when any lower one will do. */
  readonly after: number | undefined;
  readonly lease: Lease | undefined;
}

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
 * Stores events of all journals of a store. What comes while a commit is under way shares the next one. The events of one conversation
 * are never in two commits at once, so that they keep their order.
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

  async #store(batch: readonly Queued[]): Promise<void> {
    const { database, limits, onStored } = this.#options;
    try {
      const rows = await database.attempt((statements, isAgain) => appendAll(statements, { batch, limits, isAgain }));
      const stored = batch.filter((queued, index) => settle(queued, rows[index] ?? {}, limits));
      if (stored.length > 0) onStored(stored.map(({ conversation }) => conversation));
    } catch (error) {
      // One bad event must not take the others with it.
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const queued of batch) await this.#store([queued]);
    }
  }
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

interface Batch {
  readonly batch: readonly Queued[];
  readonly limits: PostgresLimits;
  /** They may have been stored by a commit of which nobody heard. */
  readonly isAgain: boolean;
}

const SQL = `SELECT thread, problem, place FROM append_events(${Array.from({ length: 21 }, (_, n) => `$${n + 1}`).join(", ")})`;

function appendAll(statements: Statements, { batch, limits, isAgain }: Batch): Promise<Row[]> {
  const effects = batch.map(({ prepared }) => effectOf(prepared));
  const bodies = batch.map(({ prepared }) => Buffer.from(prepared.body));
  const messages = batch.flatMap(({ prepared }) => prepared.input ?? []);
  const packed = messages.map((body) => Buffer.from(body));
  const values: Value[] = [
    batch.map(({ conversation }) => storedText(conversation.channel)),
    batch.map(({ conversation }) => storedText(conversation.chatId)),
    batch.map(({ thread }) => thread ?? null),
    batch.map(({ lease }) => lease?.token ?? null),
    isAgain,
    batch.map(({ after }) => after ?? null),
    batch.map(({ prepared }) => prepared.event.seq),
    effects.map(({ kind }) => kind),
    effects.map(({ about }) => about),
    effects.map(({ inputTokens }) => inputTokens ?? 0),
    effects.map(({ outputTokens }) => outputTokens ?? 0),
    effects.map(({ costUsd }) => costUsd ?? null),
    bodies.map(({ length }) => length),
    Buffer.concat(bodies),
    batch.map(({ prepared }) => prepared.input?.length ?? 0),
    messages.map(messageHash),
    packed.map(({ length }) => length),
    Buffer.concat(packed),
    limits.conversationBytes,
    limits.threads,
    limits.threadAgeMs,
  ];
  return statements.all(SQL, ...values);
}

interface Effect extends Partial<ReturnType<typeof storedUsage>> {
  readonly kind: "run" | "nested" | "done" | "decision" | "use" | "";
  readonly about: string | null;
}

/** What is kept beside an event, so that it can be asked without reading events. */
function effectOf({ event }: PreparedEvent): Effect {
  if (event.type === "run_start") {
    return event.parentId === undefined
      ? { kind: "run", about: storedText(event.runId) }
      : { kind: "nested", about: null };
  }
  if (event.type === "done") return { kind: "done", about: storedText(event.runId), ...storedUsage(event) };
  // From here on the journal has the answer; edited arguments need not be kept twice.
  if (event.type === "approval_decision" && event.data.ignored === undefined) {
    return { kind: "decision", about: storedText(event.data.approvalId) };
  }
  return { kind: isUse(event) ? "use" : "", about: null };
}
