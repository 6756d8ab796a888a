import { availableParallelism } from "node:os";

/** Tells another thread that it was sent a message, sooner than its event loop does. */
export class Bell {
  /** Shared memory, which counts messages. */
  readonly word: Int32Array<SharedArrayBuffer>;
  #inVain = 0;
  #left = 0;

  constructor(word = new Int32Array(new SharedArrayBuffer(4))) {
    this.word = word;
  }

  get count(): number {
    return Atomics.load(this.word, 0);
  }

  ring(): void {
    Atomics.add(this.word, 0, 1);
    Atomics.notify(this.word, 0);
  }

  /**
   * Looks for the next message for a moment: to sleep, and to be woken on another processor, takes longer. Where that
   * was in vain, as with slow calls and on a busy machine, more and more messages are not looked for.
   */
  watch(before: number): void {
    if (!HAS_PROCESSORS) return;
    if (this.#left > 0) {
      this.#left -= 1;
      return;
    }
    const until = performance.now() + SOON_MS;
    while (this.count === before && performance.now() < until);
    this.#inVain = this.count === before ? Math.min(this.#inVain + 1, MOST_IN_VAIN) : 0;
    this.#left = 2 ** this.#inVain - 1;
  }
}

const SOON_MS = 0.2;
/** Then one message of 64 is looked for. */
const MOST_IN_VAIN = 6;
/** The thread that is to send the message would have to wait for the only one. */
const HAS_PROCESSORS = availableParallelism() > 1;
