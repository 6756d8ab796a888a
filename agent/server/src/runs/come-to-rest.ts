import { setTimeout as pause } from "node:timers/promises";
import type { Conversation } from "@toolwright/core";
import { conversationKey, HandedOver } from "@toolwright/core/internal";
import type { Store } from "@toolwright/store";
import { within } from "../metrics/within.ts";
import type { LiveThread } from "./live-thread.ts";

/** Milliseconds between two looks at what is still under way. */
const LOOK_MS = 50;
/** Questions that are looked at. */
const MAX_QUESTIONS = 1_000;
/** Milliseconds that a store has to answer while the server closes: it may be away, and leases end with their time. */
const STORE_MS = 1_000;

/** The end of a server: its runs are handed over, and stay open in the store for the next process. */
export class ComeToRest {
  readonly #store: Store;
  readonly #handedOver = new Set<LiveThread>();
  isClosing = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Where a run waits for ever, before its next step, once the server closes. */
  readonly gate = (_: Conversation): Promise<void> | undefined => {
    return this.isClosing ? new Promise(() => undefined) : undefined;
  };

  /**
   * Hands every run over: at once where no call is under way that may not run twice, else when those have ended, and
   * all of them after so many milliseconds. No other call begins meanwhile.
   */
  async rest(working: () => readonly LiveThread[], withinMs: number): Promise<void> {
    const until = performance.now() + withinMs;
    const handing: Promise<void>[] = [];
    for (;;) {
      // One that was just beginning is among them then.
      const left = working().filter((thread) => !this.#handedOver.has(thread));
      for (const { journal } of left) journal.drain();
      const asking = left.length === 0 ? undefined : await this.#asking();
      for (const thread of left) {
        const isAsking = asking?.has(conversationKey(thread.conversation));
        const isWaitedFor = thread.journal.calls.hasOnce && performance.now() < until;
        if (!isWaitedFor) handing.push(this.#handOver(thread, isAsking));
      }
      if (left.every((thread) => this.#handedOver.has(thread))) break;
      await pause(LOOK_MS);
    }
    await Promise.all(handing);
  }

  /** The conversations that have asked a person; undefined where the store does not say. */
  #asking(): Promise<ReadonlySet<string> | undefined> {
    return within(STORE_MS, async () => {
      const questions = await this.#store.approvals.list({ limit: MAX_QUESTIONS });
      return new Set(questions.map(({ conversation }) => conversationKey(conversation)));
    });
  }

  async #handOver(thread: LiveThread, isAsking: boolean | undefined): Promise<void> {
    const { run, journal } = thread;
    this.#handedOver.add(thread);
    journal.freeze();
    // A run that only waits for a person goes on waiting: to stop it would withdraw the question. One that also works
    // is stopped: its question is asked again, under the same id, where the run is taken up.
    if (isAsking === false || !journal.calls.isEmpty)
      run?.controller.abort(new HandedOver("Another process takes this run up."));
    await pause(0);
    await within(STORE_MS, async () => run?.lease.release());
  }
}
