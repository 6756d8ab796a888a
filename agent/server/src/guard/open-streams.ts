/** Counts the streams that are being read. */
export class OpenStreams {
  readonly #limit: number;
  readonly #all: OpenStreams | undefined;
  #count = 0;

  /** `all`: counts them together with those of others, and has a limit of its own. */
  constructor(limit: number, all?: OpenStreams) {
    this.#limit = limit;
    this.#all = all;
  }

  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#count >= this.#limit || this.#all?.isFull === true;
  }

  /** Counts one more. Returns what is to be called once, when it has been read or its reader has left. */
  open(): () => void {
    this.#count += 1;
    const close = this.#all?.open();
    let isOpen = true;
    return () => {
      if (isOpen) this.#count -= 1;
      isOpen = false;
      close?.();
    };
  }
}
