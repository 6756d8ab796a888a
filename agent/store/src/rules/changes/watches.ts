import type { ChangeWatch } from "../../port/changes.ts";
import { StoreError } from "../../port/store-error.ts";

/** Those who watch a store in this process. */
export class Watches {
  /** By topic: every commit rings for one of them. */
  readonly #watches = new Map<string, Set<Watch>>();
  readonly #onFirst: () => void;
  #isClosed = false;

  /** `onFirst` is called when somebody begins to watch. */
  constructor(onFirst: () => void = () => undefined) {
    this.#onFirst = onFirst;
  }

  /** How many watch now. */
  get size(): number {
    return this.#all().length;
  }

  /** `topic`: what it is told by, beside what everybody is told. */
  watch(topic = ""): ChangeWatch {
    const watch = new Watch(() => this.#remove(topic, watch));
    if (this.#isClosed) {
      watch.close();
      return watch;
    }
    const isFirst = this.#watches.size === 0;
    const those = this.#watches.get(topic) ?? new Set();
    this.#watches.set(topic, those.add(watch));
    if (isFirst) this.#onFirst();
    return watch;
  }

  /** Something may have changed; left out: for everybody. */
  ring(topic?: string): void {
    const those = topic === undefined ? this.#all() : [...(this.#watches.get(topic) ?? [])];
    for (const watch of those) watch.ring();
  }

  /** Nobody waits any longer: all of it ends with `closed`. */
  close(): void {
    this.#isClosed = true;
    for (const watch of this.#all()) watch.close();
    this.#watches.clear();
  }

  #all(): readonly Watch[] {
    return [...this.#watches.values()].flatMap((those) => [...those]);
  }

  #remove(topic: string, watch: Watch): void {
    const those = this.#watches.get(topic);
    if (those?.delete(watch) && those.size === 0) this.#watches.delete(topic);
  }
}

/** Remembers one ring while nobody waits for it. */
class Watch implements ChangeWatch {
  readonly stop: () => void;
  #hasRung = false;
  #isClosed = false;
  #wake = (): void => undefined;

  constructor(stop: () => void) {
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
