/** A list that is filled by one side and iterated once by the other, at their own speeds. */
export class DeltaQueue<Item> {
  #items: Item[] = [];
  #closed = false;
  #abandoned = false;
  #taken = false;
  #wake: (() => void) | undefined;

  /** May be iterated once; a second iteration throws. Leaving early drops what is left. */
  readonly stream: AsyncIterable<Item> = { [Symbol.asyncIterator]: () => this.#take() };

  push(items: readonly Item[]): void {
    if (this.#abandoned || this.#closed) return;
    for (const item of items) this.#items.push(item);
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  #take(): AsyncIterator<Item> {
    if (this.#taken)
      throw new Error(
        "The stream of a completion can be read once, and was read already. Keep what the first reader gets.",
      );
    this.#taken = true;
    return this.#read();
  }

  async *#read(): AsyncGenerator<Item, undefined> {
    try {
      while (true) {
        for (const item of this.#drain()) yield item;
        if (this.#items.length > 0) continue;
        if (this.#closed) return undefined;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      this.#abandoned = true;
      this.#items = [];
    }
  }

  #drain(): readonly Item[] {
    const items = this.#items;
    this.#items = [];
    return items;
  }
}
