import type { Conversation, Journal, JournalEvent } from "@toolwright/core";
import { type Lease, type RunRequest, type Store, StoreError, type StoreErrorCode } from "@toolwright/store";
import type { Metrics } from "../metrics/metrics.ts";
import { CallsUnderWay } from "./calls-under-way.ts";
import { leaseSoon } from "./lease-soon.ts";
import type { StepTurns } from "./step-turns.ts";

const PASSING: ReadonlySet<StoreErrorCode> = new Set(["busy", "full", "io", "read_only", "unreachable"]);

/** What a store fails with while it is away, locked or full. */
export function isPassing(error: unknown): error is StoreError {
  return StoreError.isInstance(error) && PASSING.has(error.code);
}

/** What the journals of a server share. */
export interface JournalHost {
  readonly metrics: Pick<Metrics, "onAppend" | "onStoreError">;
  readonly turns: Pick<StepTurns, "turn">;
}

/** How long what comes late waits for the lease, in milliseconds. */
const PATIENCE_MS = 2_000;

/**
 * The journal of a conversation that this process writes to now and then: under a lease for as long as a run lasts.
 * What comes later, such as a background result, takes the lease for itself, and fails when another process has it.
 */
export class ThreadJournal implements Journal {
  readonly #store: Store;
  readonly #host: JournalHost;
  readonly #conversation: Conversation;
  #journal: Journal | undefined;
  #isFrozen = false;
  #isDraining = false;
  readonly calls = new CallsUnderWay();
  /** Why an event of the run could not be stored that could be later. */
  failure: StoreError | undefined;
  /** What was given to this object to store, and not yet asked for. */
  readonly #given = new Set<number>();
  /** The newest event that was given to this object to store. */
  lastStored = 0;

  constructor(store: Store, conversation: Conversation, host: JournalHost) {
    this.#host = host;
    this.#store = store;
    this.#conversation = conversation;
  }

  /** Alone, each event waits for a lease of its own. */
  get keepsOrder(): boolean {
    return this.#journal?.keepsOrder === true;
  }

  /** Writes under this lease from now on, a run that was asked for with this request. */
  open(lease: Lease, request?: RunRequest): void {
    this.#journal = this.#store.journal(this.#conversation, { lease, request });
    this.calls.clear();
    this.failure = undefined;
  }

  close(): void {
    this.#journal = undefined;
    this.failure = undefined;
  }

  /** From now on no call begins: whoever wants to store that one does waits for ever. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Whether the run has been handed over: what it comes to here counts nowhere. */
  get isFrozen(): boolean {
    return this.#isFrozen;
  }

  /** From now on nothing is written, and whoever wants to write waits for ever: a later process takes the run up. */
  freeze(): void {
    this.#isFrozen = true;
  }

  async append(event: JournalEvent): Promise<void> {
    if (this.#isFrozen || (this.#isDraining && this.calls.begins(event))) return new Promise(() => undefined);
    // The end of a run would stand there without what came before it: it stays open, and whoever takes it up says how
    // that ended.
    if (this.failure !== undefined) throw this.failure;
    this.lastStored = event.seq;
    if (this.#store.live !== undefined) this.#given.add(event.seq);
    this.calls.given(event);
    const { metrics, turns } = this.#host;
    const began = performance.now();
    try {
      await (this.#journal === undefined ? this.#appendAlone(event) : this.#journal.append(event));
    } catch (error) {
      metrics.onStoreError(error);
      if (isPassing(error)) this.failure ??= error;
      // Later events are refused for the failure of the first one.
      throw this.failure ?? error;
    }
    metrics.onAppend(performance.now() - began);
    this.calls.stored(event);
    // A step waits for its turn behind its own commit: its beginning has then shared that of the step before.
    if (event.type === "step_start") await turns.turn();
  }

  /** Whether an event is one that was to be stored: true once. Later ones may have been given before it is told. */
  wasGiven(seq: number): boolean {
    return this.#given.delete(seq);
  }

  read(after?: number): AsyncIterable<JournalEvent> {
    return this.#store.journal(this.#conversation).read(after);
  }

  lastRun(): AsyncIterable<JournalEvent> {
    return this.#store.journal(this.#conversation).lastRun();
  }

  /** The number of the newest stored event, whoever stored it. */
  lastSeq(): number | Promise<number> {
    return this.#store.journal(this.#conversation).lastSeq();
  }

  async #appendAlone(event: JournalEvent): Promise<void> {
    const lease = await leaseSoon(this.#store, this.#conversation, { withinMs: PATIENCE_MS });
    if (lease === undefined) throw new Error("Another process works on this conversation.");
    try {
      await this.#store.journal(this.#conversation, { lease }).append(event);
    } finally {
      await lease.release();
    }
  }
}
