/** How long a program may keep the thread of its host from others. */
const LONGEST_MS = 10;

/** Lets others have their turn on the thread of the host: a thousand calls that end at once leave no room for them. */
export class Breath {
  #since = performance.now();

  /** Waits for a turn of others where the last one was long ago. */
  async take(): Promise<void> {
    if (performance.now() - this.#since >= LONGEST_MS) await this.takeNow();
  }

  async takeNow(): Promise<void> {
    await new Promise<void>(nextTask);
    this.#since = performance.now();
  }
}

/** Browsers have timers alone. */
function nextTask(resolve: () => void): void {
  if (globalThis.setImmediate === undefined) setTimeout(resolve, 0);
  else setImmediate(resolve);
}
