import type { Conversation } from "@toolwright/core";
import { conversationKey } from "@toolwright/core/internal";
import type { Metrics } from "../metrics/metrics.ts";
import type { LiveRun, LiveThread } from "./live-thread.ts";

/** Conversations without a run that are kept in mind, for what readers may still want of them. */
const KEPT_IDLE = 16;

export interface ThreadsHereOptions {
  readonly make: (conversation: Conversation) => LiveThread;
  /** Hears of every run that has ended and given its lease back. */
  readonly onRest: (conversation: Conversation, result: unknown) => void;
  readonly metrics: Pick<Metrics, "onLeaseLost">;
}

/** The conversations that this process works on, or has worked on last. */
export class ThreadsHere {
  readonly #options: ThreadsHereOptions;
  readonly #threads = new Map<string, LiveThread>();
  /** Those of them without a run, the last used last. */
  readonly #idle = new Set<string>();
  /** How many runs begin in a conversation: together with one that is under way there they count once. */
  readonly #starting = new Map<string, number>();

  constructor(options: ThreadsHereOptions) {
    this.#options = options;
  }

  /** Runs under way here. */
  get running(): number {
    let count = 0;
    for (const { run } of this.#threads.values()) if (run !== undefined) count += 1;
    for (const key of this.#starting.keys()) if (this.#threads.get(key)?.run === undefined) count += 1;
    return count;
  }

  /** The conversations with a run under way. */
  get working(): LiveThread[] {
    return [...this.#threads.values()].filter(({ run }) => run !== undefined);
  }

  get(conversation: Conversation): LiveThread | undefined {
    return this.#threads.get(conversationKey(conversation));
  }

  /** Whoever asks next gets a new one. */
  drop(conversation: Conversation): void {
    const key = conversationKey(conversation);
    this.#threads.delete(key);
    this.#idle.delete(key);
  }

  /** Counts a run that begins. Returns what ends the counting. */
  starting(conversation: Conversation): () => void {
    const key = conversationKey(conversation);
    this.#starting.set(key, (this.#starting.get(key) ?? 0) + 1);
    return () => {
      const rest = (this.#starting.get(key) ?? 0) - 1;
      if (rest > 0) this.#starting.set(key, rest);
      else this.#starting.delete(key);
    };
  }

  /** The conversation as it is now, for whoever has its lease. */
  async current(conversation: Conversation): Promise<LiveThread> {
    const key = conversationKey(conversation);
    const known = this.#threads.get(key);
    const thread = known !== undefined && (await known.isCurrent()) ? known : this.#options.make(conversation);
    this.#threads.set(key, thread);
    if (thread.run === undefined) this.#rests(key);
    return thread;
  }

  /** A run is under way, until it has ended: then its lease goes back. */
  watch(thread: LiveThread, run: LiveRun): void {
    const key = conversationKey(thread.conversation);
    thread.run = run;
    // Others may have come to rest while it was about to begin.
    this.#threads.set(key, thread);
    this.#idle.delete(key);
    run.lease.signal.addEventListener("abort", () => this.#options.metrics.onLeaseLost(), { once: true });
    void run.ended.then(async (result) => {
      thread.run = undefined;
      thread.journal.close();
      if (this.#threads.get(key) === thread) this.#rests(key);
      await run.lease.release();
      this.#options.onRest(thread.conversation, result);
    });
  }

  /** Forgets the one that has rested longest, where more rest than are kept. */
  #rests(key: string): void {
    this.#idle.delete(key);
    this.#idle.add(key);
    const [oldest] = this.#idle;
    if (oldest === undefined || this.#idle.size <= KEPT_IDLE) return;
    this.#idle.delete(oldest);
    this.#threads.delete(oldest);
  }
}
