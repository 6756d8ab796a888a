/**
 * How many calls of one run share their time: a read takes one place, any other call all of them. First come, first
 * served.
 */
export class Places {
  readonly #most: number;
  #taken = 0;
  readonly #waiting: Waiting[] = [];

  constructor(most: number) {
    this.#most = Math.max(1, most);
  }

  /** Whether nobody is in or waits. */
  get isEmpty(): boolean {
    return this.#taken === 0 && this.#waiting.length === 0;
  }

  /**
   * Resolves with the way out when there is room, or at once when `signal` is aborted: who was stopped takes no place.
   */
  enter(alone: boolean, signal?: AbortSignal): Promise<() => void> {
    return new Promise((resolve) => {
      const stop = () => this.#leave(waiting);
      const start = (out: () => void) => {
        signal?.removeEventListener("abort", stop);
        resolve(out);
      };
      const waiting = { size: alone ? this.#most : 1, start };
      this.#waiting.push(waiting);
      signal?.addEventListener("abort", stop, { once: true });
      if (signal?.aborted) stop();
      else this.#admit();
    });
  }

  #leave(waiting: Waiting): void {
    const index = this.#waiting.indexOf(waiting);
    if (index < 0) return;
    this.#waiting.splice(index, 1);
    waiting.start(() => undefined);
    this.#admit();
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const { size, start } = next;
      if (this.#taken + size > this.#most) return;
      this.#waiting.shift();
      this.#taken += size;
      start(() => {
        this.#taken -= size;
        this.#admit();
      });
    }
  }
}

interface Waiting {
  readonly size: number;
  readonly start: (out: () => void) => void;
}
