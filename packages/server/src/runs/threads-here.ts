import type { Conversation } from "@toolwright/core";
import type { LiveRun, LiveThread } from "./live-thread.ts";

/** Conversations without a run that are kept in mind, for what readers may still want of them. */
const KEPT_IDLE = 16;

/** The conversations that this process works on, or has worked on last. */
export class ThreadsHere {
  readonly #make: (conversation: Conversation) => LiveThread;
  readonly #threads = new Map<string, LiveThread>();
  /** Runs that begin: some of them are among the threads already, and count once. */
  readonly #starting = new Set<{ readonly key: string }>();

  constructor(make: (conversation: Conversation) => LiveThread) {
    this.#make = make;
  }

  /** Runs under way here. */
  get running(): number {
    const working = [...this.#threads].filter(([, { run }]) => run !== undefined);
    return new Set([...[...this.#starting].map(({ key }) => key), ...working.map(([key]) => key)]).size;
  }

  /** The conversations with a run under way. */
  get working(): LiveThread[] {
    return [...this.#threads.values()].filter(({ run }) => run !== undefined);
  }

  get(conversation: Conversation): LiveThread | undefined {
    return this.#threads.get(keyOf(conversation));
  }

  /** Whoever asks next gets a new one. */
  drop(conversation: Conversation): void {
    this.#threads.delete(keyOf(conversation));
  }

  /** Counts a run that begins. Returns what ends the counting. */
  starting(conversation: Conversation): () => void {
    const one = { key: keyOf(conversation) };
    this.#starting.add(one);
    return () => this.#starting.delete(one);
  }

  /** The conversation as it is now, for whoever has its lease. */
  async current(conversation: Conversation): Promise<LiveThread> {
    const key = keyOf(conversation);
    const known = this.#threads.get(key);
    const thread = known !== undefined && (await known.isCurrent()) ? known : this.#make(conversation);
    this.#threads.delete(key);
    this.#threads.set(key, thread);
    return thread;
  }

  /** A run is under way, until it has ended: then its lease goes back. */
  watch(thread: LiveThread, run: LiveRun): void {
    thread.run = run;
    void run.ended.then(async () => {
      thread.run = undefined;
      thread.journal.close();
      this.#forgetIdle();
      await run.lease.release();
    });
  }

  #forgetIdle(): void {
    const idle = [...this.#threads].filter(([, { run }]) => run === undefined);
    for (const [key] of idle.slice(0, Math.max(0, idle.length - KEPT_IDLE))) this.#threads.delete(key);
  }
}

/** One text for each conversation. */
export function keyOf({ channel, chatId }: Conversation): string {
  return JSON.stringify([channel, chatId]);
}
