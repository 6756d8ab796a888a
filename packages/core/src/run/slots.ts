/** A number of places: who comes when all are taken waits until one is free. */
export class Slots {
  readonly #size: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(size: number) {
    this.#size = Math.max(1, size);
  }

  get hasRoom(): boolean {
    return this.#taken < this.#size;
  }

  get areFree(): boolean {
    return this.#taken === 0;
  }

  /** Waits until a place becomes free. For one that waits at a time: nobody else can have taken it by then. */
  freed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  take(): void {
    this.#taken += 1;
  }

  free(): void {
    this.#taken -= 1;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Waits until every place is free. */
  async drained(): Promise<void> {
    while (!this.areFree) await this.freed();
  }
}
