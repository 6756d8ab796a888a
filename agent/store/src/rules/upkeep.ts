import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";

/** Work waits so many milliseconds for more: what follows from several runs is stored together. */
const GATHERED_MS = 30;

/** One piece of work. True: there is more of it. */
export type UpkeepWork = () => Promise<boolean>;

/**
 * Work that follows from what was stored and that nobody waits for, a piece in each turn of the event loop. It may be
 * lost with its process, or fail: whoever needs what it would have come to, does it then.
 */
export class Upkeep {
  readonly #waiting = new Map<string, UpkeepWork>();
  #isAtWork = false;
  #isClosed = false;

  /** Work of a name that still waits is done once. */
  add(name: string, work: UpkeepWork): void {
    if (this.#isClosed) return;
    this.#waiting.set(name, work);
    if (!this.#isAtWork) void this.#work();
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting.clear();
  }

  async #work(): Promise<void> {
    this.#isAtWork = true;
    await pause(GATHERED_MS, undefined, { ref: false });
    for (;;) {
      await turn();
      const [next] = this.#waiting;
      if (next === undefined) break;
      const [name, work] = next;
      this.#waiting.delete(name);
      const isMore = await work().catch(() => false);
      if (isMore && !this.#isClosed && !this.#waiting.has(name)) this.#waiting.set(name, work);
    }
    this.#isAtWork = false;
  }
}
