import { setTimeout as pause } from "node:timers/promises";
import type { Conversation } from "@toolwright/core";
import type { Store } from "@toolwright/durable";
import type { LiveThread } from "./live-thread.ts";
import { keyOf } from "./threads-here.ts";

/** The end of a server: runs come to rest, and stay open in the store for the next process. */
export class ComeToRest {
  readonly #store: Store;
  readonly #atGate = new Set<string>();
  isClosing = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Where a run waits for ever, before its next step, once the server closes. */
  readonly gate = (conversation: Conversation): Promise<void> | undefined => {
    if (!this.isClosing) return undefined;
    this.#atGate.add(keyOf(conversation));
    return new Promise(() => undefined);
  };

  /** Lets calls under way end for so many milliseconds, then stops everything and gives the leases back. */
  async rest(threads: readonly LiveThread[], withinMs: number): Promise<void> {
    const until = performance.now() + withinMs;
    while (performance.now() < until && (await this.#working(threads)).length > 0) await pause(20);
    const working = await this.#working(threads);
    for (const { journal } of threads) journal.freeze();
    // Whoever waits for a person goes on waiting: to stop it would withdraw the question.
    for (const { run } of working) run?.controller.abort();
    await pause(0);
    await Promise.all(threads.map(({ run }) => run?.lease.release()));
  }

  /** A run that waits for a person, or at the gate, is at rest. */
  async #working(threads: readonly LiveThread[]): Promise<LiveThread[]> {
    const is = await Promise.all(threads.map((thread) => this.#isWorking(thread)));
    return threads.filter((_, place) => is[place]);
  }

  async #isWorking({ run, conversation }: LiveThread): Promise<boolean> {
    if (run === undefined || this.#atGate.has(keyOf(conversation))) return false;
    return (await this.#store.approvals.list({ conversation, limit: 1 })).length === 0;
  }
}
