/** A number of places: whoever comes when all are taken waits in line. */
export class Slots {
  readonly #size: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(size: number) {
    this.#size = Math.max(1, size);
  }

  /** Waits until a place is free. */
  async room(): Promise<void> {
    while (this.#taken >= this.#size) await this.#change();
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
    while (this.#taken > 0) await this.#change();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
