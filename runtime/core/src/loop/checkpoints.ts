/** Milliseconds between two looks at what was written. */
const LOOK_MS = 100;
/** A step that says nothing for so many looks stores also a little. */
const IDLE_LOOKS = 3;
/**
 * UTF-16 units below which, and the share of what is stored by which, an answer has not grown enough to be stored
 * again.
 */
const LITTLE = 16;
const SHARE = 1 / 8;
/** What a slow answer may cost in all: this often its length, and this many units. */
const COST = { factor: 8, units: 64 * 1024 };

/** What is looked at, and what stores it. */
export interface CheckpointOptions {
  readonly written: { readonly length: number };
  store(): void;
  /** Nothing has come for a while: what is still held back may be let out. */
  onIdle(): void;
}

/**
 * Stores what a model has written while it still writes, so that a crash loses little of it. Each time all of it is
 * stored, and only when it has grown by a share, or paused: together that is linear in the length of the answer.
 */
export class Checkpoints {
  readonly #options: CheckpointOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stored = 0;
  #cost = 0;
  #seen = 0;
  #idle = 0;

  constructor(options: CheckpointOptions) {
    this.#options = options;
  }

  /** Something was written. */
  noted(): void {
    this.#timer ??= setTimeout(() => this.#look(), LOOK_MS);
  }

  /** Leaves no timer behind. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #look(): void {
    this.#timer = undefined;
    const { written, onIdle } = this.#options;
    this.#idle = written.length === this.#seen ? this.#idle + 1 : 0;
    if (this.#idle === IDLE_LOOKS) onIdle();
    const { length } = written;
    this.#seen = length;
    if (this.#isDue(length)) {
      this.#stored = length;
      this.#cost += length;
      this.#options.store();
    }
    if (this.#idle <= IDLE_LOOKS) this.noted();
  }

  #isDue(length: number): boolean {
    const grown = length - this.#stored;
    if (grown >= Math.max(LITTLE, this.#stored * SHARE)) return true;
    return grown > 0 && this.#idle >= IDLE_LOOKS && this.#cost + length <= COST.factor * length + COST.units;
  }
}
