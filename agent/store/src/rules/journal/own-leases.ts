import type { Conversation, JournalEvent } from "@toolwright/core";
import { conversationKey } from "@toolwright/core/internal";
import type { Lease } from "../../port/leases.ts";
import type { MaybePromise } from "../../port/maybe-promise.ts";

/** What the leases of journals ask their store for. */
export interface LeaseSource {
  acquire(conversation: Conversation): MaybePromise<Lease | undefined>;
  /** Whether the conversation has an open run of this id. */
  isOpen(conversation: Conversation, runId: string): MaybePromise<boolean>;
}

interface Own {
  readonly runs: Set<string>;
  /** Undefined where another holds the conversation: then it is written to without one. */
  lease: Lease | undefined;
}

/**
 * The leases of journals that were given none: each conversation is held while a run of such a journal is open, so that
 * nobody takes the run up while its process lives.
 */
export class OwnLeases {
  readonly #source: LeaseSource;
  readonly #own = new Map<string, Own>();

  constructor(source: LeaseSource) {
    this.#source = source;
  }

  /** The lease to write with. */
  leaseFor(conversation: Conversation): Lease | undefined {
    return this.#own.get(conversationKey(conversation))?.lease;
  }

  /**
   * Before an event is stored: takes the lease where the event is of a run that begins, or is taken up, which only a
   * journal does that was read.
   */
  beforeEvent(conversation: Conversation, event: JournalEvent, mayTakeUp: boolean): MaybePromise<void> {
    if (event.parentId !== undefined) return undefined;
    if (event.type === "run_start") return this.#hold(conversation, event.runId);
    const isOpen = mayTakeUp && this.#source.isOpen(conversation, event.runId);
    if (typeof isOpen !== "boolean")
      return isOpen.then((open) => (open ? this.#hold(conversation, event.runId) : undefined));
    return isOpen ? this.#hold(conversation, event.runId) : undefined;
  }

  /**
   * An event could not be stored. What was given before it may still wait to be, and what a run says last comes behind
   * it: the lease goes with the beginning or the end of a run.
   */
  eventFailed(conversation: Conversation, { type, runId, parentId }: JournalEvent): MaybePromise<void> {
    return parentId === undefined && BOUNDS.has(type) ? this.runEnded(conversation, runId) : undefined;
  }

  /** A run is over here: with the last one the lease is given back. */
  runEnded(conversation: Conversation, runId: string): MaybePromise<void> {
    const own = this.#own.get(conversationKey(conversation));
    if (own === undefined || !own.runs.delete(runId) || own.runs.size > 0) return undefined;
    this.#own.delete(conversationKey(conversation));
    return own.lease?.release();
  }

  #hold(conversation: Conversation, runId: string): MaybePromise<void> {
    const known = this.#own.get(conversationKey(conversation));
    if (known !== undefined) {
      known.runs.add(runId);
      return undefined;
    }
    const own: Own = { runs: new Set([runId]), lease: undefined };
    this.#own.set(conversationKey(conversation), own);
    const taken = this.#source.acquire(conversation);
    if (taken === undefined || "token" in taken) own.lease = taken;
    else return taken.then((lease) => this.#taken(conversation, own, lease));
  }

  /** The run may have ended while its lease was asked for. */
  #taken(conversation: Conversation, own: Own, lease: Lease | undefined): MaybePromise<void> {
    own.lease = lease;
    if (this.#own.get(conversationKey(conversation)) !== own) return lease?.release();
  }
}

/** Without its beginning a run has no events, and behind its `error` there is its end alone. */
const BOUNDS: ReadonlySet<string> = new Set(["run_start", "error", "done"]);
