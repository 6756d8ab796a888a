import type { ChangeWatch } from "../port/changes.ts";
import { StoreError } from "../store-error.ts";

/** Those who watch a store in this process. */
export class Watches {
  readonly #watches = new Set<Watch>();
  readonly #onFirst: () => void;
  #isClosed = false;

  /** `onFirst` is called when somebody begins to watch. */
  constructor(onFirst: () => void = () => undefined) {
    this.#onFirst = onFirst;
  }

  /** How many watch now. */
  get size(): number {
    return this.#watches.size;
  }

  /** `topic`: what it is told by, beside what everybody is told. */
  watch(topic = ""): ChangeWatch {
    const watch = new Watch(topic, () => this.#watches.delete(watch));
    if (this.#isClosed) watch.close();
    else this.#watches.add(watch);
    if (this.#watches.size === 1) this.#onFirst();
    return watch;
  }

  /** Something may have changed; left out: for everybody. */
  ring(topic?: string): void {
    for (const watch of [...this.#watches]) if (topic === undefined || watch.topic === topic) watch.ring();
  }

  /** Nobody waits any longer: all of it ends with `closed`. */
  close(): void {
    this.#isClosed = true;
    for (const watch of this.#watches) watch.close();
    this.#watches.clear();
  }
}

/** Remembers one ring while nobody waits for it. */
class Watch implements ChangeWatch {
  readonly topic: string;
  readonly stop: () => void;
  #hasRung = false;
  #isClosed = false;
  #wake = (): void => undefined;

  constructor(topic: string, stop: () => void) {
    this.topic = topic;
    this.stop = stop;
  }

  async changed(signal?: AbortSignal): Promise<void> {
    if (!this.#hasRung && !this.#isClosed && signal?.aborted !== true) {
      await new Promise<void>((resolve) => {
        this.#wake = () => {
          signal?.removeEventListener("abort", this.#wake);
          resolve();
        };
        signal?.addEventListener("abort", this.#wake, { once: true });
      });
    }
    if (this.#isClosed) throw new StoreError("closed", "The store was closed.");
    this.#hasRung = false;
  }

  ring(): void {
    this.#hasRung = true;
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
  }
}
