import { ProgramThread } from "./program-thread.ts";

/**
 * A thread for each open program, since a built-in function that does not come back can only be ended with its thread.
 * A program that waits holds its thread and nothing else: how many compute at once is bounded, and the others take
 * their turns in the order in which they came. A program that waits for another one can so never hold it up.
 */
export class ThreadPool {
  readonly #most: number;
  readonly #workerUrl: string;
  readonly #idle: ProgramThread[] = [];
  readonly #queue: (() => void)[] = [];
  #computing = 0;

  constructor({ most, workerUrl }: { readonly most: number; readonly workerUrl: string }) {
    this.#most = most;
    this.#workerUrl = workerUrl;
  }

  /** A thread for the next program begins, where none is idle. */
  prepare(): void {
    if (this.#idle.length === 0) this.#idle.push(new ProgramThread(this.#workerUrl));
  }

  take(): ProgramThread {
    for (let thread = this.#idle.pop(); thread; thread = this.#idle.pop()) if (thread.isAlive) return thread;
    return new ProgramThread(this.#workerUrl);
  }

  /** As many threads as may compute at once are kept for the next programs, unless a program has made them large. */
  async giveBack(thread: ProgramThread): Promise<void> {
    if (!thread.isAlive) return;
    const reply = this.#idle.length < this.#most ? await thread.ask({ kind: "close" }) : undefined;
    if (reply?.kind === "closed" && reply.heldBytes <= KEPT_BYTES && this.#idle.length < this.#most) {
      this.#idle.push(thread);
      return;
    }
    await thread.end();
  }

  /** Does the work of one turn when it is its turn to compute. */
  async compute<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
    if (!(await this.#place(signal))) return undefined;
    try {
      return await work();
    } finally {
      this.#computing -= 1;
      this.#queue.shift()?.();
    }
  }

  /** False where the signal came first. */
  async #place(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#computing < this.#most) {
      this.#computing += 1;
      return true;
    }
    return new Promise((resolve) => {
      const enter = () => {
        signal.removeEventListener("abort", leave);
        this.#computing += 1;
        resolve(true);
      };
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(enter), 1);
        resolve(false);
      };
      this.#queue.push(enter);
      signal.addEventListener("abort", leave, { once: true });
    });
  }
}

const KEPT_BYTES = 4 * 1024 * 1024;
