import { type Conversation, resumeToolLoop } from "@toolwright/core";
import { conversationKey } from "@toolwright/core/internal";
import type { Lease } from "@toolwright/store";
import { isToStop, withdrawDeadQuestions } from "@toolwright/store/turn";
import { isShown, RESPONSES } from "../channels.ts";
import { commitConfigAgain } from "../commits/commit-run.ts";
import { waitsForUser } from "../users/run-user.ts";
import { noteLostRun } from "./lost-runs.ts";
import { configOf, isOpen, type RunHost } from "./run-host.ts";

/** Milliseconds until a run is tried again whose events could not be stored, doubled each time, and at most. */
const AGAIN = { firstMs: 2_000, mostMs: 5 * 60_000 };

/** How often a run could not be taken up, and until when nobody tries, by the clock of `performance.now()`. */
interface GivenUp {
  readonly times: number;
  readonly until: number;
}

/**
 * Takes up runs that were left open. One that cannot be is tried again only when somebody asks for it; where the store
 * was away, locked or full, after a while.
 */
export class TakeUp {
  readonly #host: RunHost;
  readonly #givenUp = new Map<string, GivenUp>();
  /** Those of which the log has been told. */
  readonly #quarantined = new Set<string>();
  /** Whoever asks meanwhile for the same run waits for the same thing. */
  readonly #pending = new Map<string, Promise<void>>();

  constructor(host: RunHost) {
    this.#host = host;
  }

  hasGivenUp(conversation: Conversation): boolean {
    return performance.now() < (this.#givenUp.get(conversationKey(conversation))?.until ?? 0);
  }

  /**
   * Takes a run up that was left open, unless somebody works on it. It is under way here, or never will be, when this
   * resolves.
   */
  ensureRunning(conversation: Conversation): Promise<void> {
    const key = conversationKey(conversation);
    const pending = this.#pending.get(key) ?? this.#ensure(conversation).finally(() => this.#pending.delete(key));
    this.#pending.set(key, pending);
    return pending;
  }

  /** Nothing is being taken up any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#pending.values());
  }

  async #ensure(conversation: Conversation): Promise<void> {
    const { store, limits } = this.#host.options;
    if (this.#host.here.get(conversation)?.run !== undefined || !(await isOpen(store, conversation))) return;
    if (await this.#waits(conversation)) return;
    const lease = await store.leases.acquire(conversation, { ttlMs: limits.leaseMs });
    if (lease === undefined) return this.#sayIfQuarantined(conversation);
    // Its run may have ended before the lease was given back.
    if (await isOpen(store, conversation)) await this.resume(conversation, lease);
    else await lease.release();
  }

  /** What only has to be ended needs nobody. */
  async #waits(conversation: Conversation): Promise<boolean> {
    const { options } = this.#host;
    if (!isShown(conversation.channel) || (await isToStop(options.store, conversation))) return false;
    return waitsForUser(options, conversation);
  }

  async #sayIfQuarantined(conversation: Conversation): Promise<void> {
    const { store, logger } = this.#host.options;
    const key = conversationKey(conversation);
    const isQuarantined = (await store.threads.get(conversation))?.status === "quarantined";
    if (!isQuarantined) this.#quarantined.delete(key);
    if (!isQuarantined || this.#quarantined.has(key)) return;
    this.#quarantined.add(key);
    logger.error("A run is quarantined, because a call of it ended three processes: try it again, or stop it", {
      ...conversation,
    });
  }

  /** Goes on with an open run under its lease, which goes back when the run has ended. */
  async resume(conversation: Conversation, lease: Lease): Promise<void> {
    try {
      await this.#resume(conversation, lease);
    } catch (error) {
      await lease.release();
      throw error;
    }
  }

  async #resume(conversation: Conversation, lease: Lease): Promise<void> {
    const { here, options } = this.#host;
    const { approvals } = options.store;
    const thread = await here.current(conversation);
    await withdrawDeadQuestions(options.store, conversation);
    const asked = await approvals.list({ conversation, limit: 1_000 });
    const [controller, caller] = [new AbortController(), { requestId: `resume-${crypto.randomUUID()}` }];
    if (conversation.channel === RESPONSES) await noteLostRun(options.store, conversation);
    // A stop that is stored runs nothing again, and the app of a call has gone with the request that brought it. So has
    // a client whose tools may have had the names of the agent's.
    if (!isShown(conversation.channel) || (await isToStop(options.store, conversation))) controller.abort();
    thread.journal.open(lease);
    const resumed = configOf(this.#host, { thread, caller, controller, lease })
      .then((config) => commitConfigAgain(options, conversation, config))
      .then(resumeToolLoop);
    const ended = resumed
      .then(async () => {
        if (thread.journal.isFrozen) return;
        if (await isOpen(options.store, conversation))
          throw thread.journal.failure ?? new Error("Its run is still open.");
        this.#givenUp.delete(conversationKey(conversation));
        // Nobody waits for what was asked before the crash and not asked again.
        for (const { approvalId } of asked) await approvals.withdraw(approvalId);
      })
      .catch((error) => this.#giveUp(conversation, { error, isPassing: thread.journal.failure !== undefined }));
    here.watch(thread, { controller, lease, ended });
    options.metrics.onTakeover();
  }

  #giveUp(conversation: Conversation, { error, isPassing }: { readonly error: unknown; readonly isPassing: boolean }) {
    const key = conversationKey(conversation);
    const { times } = this.#givenUp.get(key) ?? { times: 0 };
    const pauseMs = isPassing ? Math.min(AGAIN.firstMs * 2 ** times, AGAIN.mostMs) : Number.POSITIVE_INFINITY;
    this.#givenUp.set(key, { times: times + 1, until: performance.now() + pauseMs });
    this.#host.options.logger.error("A run could not be taken up", { error });
  }
}
