/** Counts the streams that are being read. */
export class OpenStreams {
  readonly #limit: number;
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#count >= this.#limit;
  }

  /** Counts one more. Returns what is to be called once, when it has been read or its reader has left. */
  open(): () => void {
    this.#count += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.#count -= 1;
      isOpen = false;
    };
  }
}
