import { randomUUID } from "node:crypto";
import type { Conversation } from "@toolwright/core";
import type { LeaseOptions } from "../../port/leases.ts";
import type { MaybePromise } from "../../port/maybe-promise.ts";
import { checkRange, conversationOf } from "../check-ranges.ts";
import { inTime, type Rule, told } from "../rule.ts";
import { MAX_TTL_MS } from "./holder.ts";

/** A lease that this process holds, or is about to take. */
export interface Held {
  readonly conversation: Conversation;
  readonly token: string;
  readonly ttlMs: number;
  readonly lost: AbortController;
  /** Until then nobody can have taken it, by the clock of `performance.now()`. */
  sureUntil: number;
}

/** What a store says of leases that it has given. */
export interface LeaseStatements {
  /** Gives them more time, and says by their tokens which of them still stand. */
  prolong(leases: readonly Held[]): MaybePromise<ReadonlySet<unknown>>;
  /** Also of one that others have taken: that its holder lives. */
  giveBack(lease: Held): MaybePromise<void>;
  /** Gives a lease back whose run waits for people from now on. */
  park(lease: Held): MaybePromise<void>;
}

/** The lease that is asked for. Throws for one that cannot be. */
export function newLease(given: Conversation, options: LeaseOptions, usualMs: number): Held {
  checkRange("leases.acquire", options);
  const { ttlMs = usualMs } = options;
  if (!(ttlMs > 0 && ttlMs <= MAX_TTL_MS)) throw new RangeError(`ttlMs must be over 0 and at most ${MAX_TTL_MS}.`);
  const conversation = conversationOf(given, "leases.acquire");
  const sureUntil = performance.now() + ttlMs;
  return { conversation, token: randomUUID(), ttlMs, lost: new AbortController(), sureUntil };
}

/** The leases that one store holds, renewed as long as this process lives and its event loop turns. */
export class HeldLeases {
  readonly #statements: LeaseStatements;
  readonly #held = new Map<string, Held>();
  /** Those that could not be given back. */
  readonly #owed = new Set<Held>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = 0;

  constructor(statements: LeaseStatements) {
    this.#statements = statements;
  }

  add(lease: Held): void {
    this.#held.set(lease.token, lease);
    if (this.#timer === undefined || performance.now() + lease.ttlMs / 3 < this.#due) this.#schedule();
  }

  /** Undefined for one that was lost or given back. */
  get(token: string): Held | undefined {
    return this.#held.get(token);
  }

  /** Leases that others have taken are lost. What was given back meanwhile is not. */
  *renew(leases: readonly Held[]): Rule<void> {
    const mine = leases.filter(({ token }) => this.#held.has(token));
    if (mine.length === 0) return;
    const asked = performance.now();
    const standing = yield* told(this.#statements.prolong(mine));
    for (const lease of mine) {
      if (standing.has(lease.token)) lease.sureUntil = asked + lease.ttlMs;
      else if (this.#held.delete(lease.token)) {
        lease.lost.abort(new Error("Another process has taken the lease of this conversation."));
        // Others hold this process for dead, which counts, until they are told.
        void inTime(this.#giveBack(lease));
      }
    }
  }

  /**
   * Never fails: where that cannot be stored it is tried again, and nobody renews it any more, so it ends with its
   * time.
   */
  *release(lease: Held): Rule<void> {
    if (this.#held.delete(lease.token)) yield* this.#giveBack(lease);
  }

  *#giveBack(lease: Held): Rule<void> {
    try {
      yield* told(this.#statements.giveBack(lease));
    } catch {
      // The store cannot be reached, is locked, or its disk is full.
      this.#owed.add(lease);
      this.#schedule();
    }
  }

  /** As {@link release}; where it cannot be stored that the run waits, others take the run up and wait in its place. */
  *park(lease: Held): Rule<void> {
    if (!this.#held.delete(lease.token)) return;
    try {
      yield* told(this.#statements.park(lease));
    } catch {
      yield* this.#giveBack(lease);
    }
  }

  releaseAll(): Rule<void>[] {
    clearTimeout(this.#timer);
    return [...this.#held.values()].map((lease) => this.release(lease));
  }

  /** One timer and one round for all: a server holds hundreds. A new lease never puts off the next renewal. */
  #schedule(): void {
    let ttl = Number.POSITIVE_INFINITY;
    for (const { ttlMs } of [...this.#held.values(), ...this.#owed]) ttl = Math.min(ttl, ttlMs);
    if (ttl === Number.POSITIVE_INFINITY) return;
    const due = performance.now() + ttl / 3;
    if (this.#timer !== undefined && this.#due <= due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => void this.#renewAll(), ttl / 3);
    // A process that has nothing else to do may end: its leases end with it.
    this.#timer.unref();
  }

  async #renewAll(): Promise<void> {
    this.#timer = undefined;
    this.#schedule();
    const owed = [...this.#owed];
    this.#owed.clear();
    for (const lease of owed) void inTime(this.#giveBack(lease));
    try {
      await inTime(this.renew([...this.#held.values()]));
    } catch {
      // The next try is on its way, and until somebody takes a lease it still counts.
    }
  }
}
