/** A number of places: whoever comes when all are taken waits in line. */
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

  /** Waits until a place is free. */
  async room(): Promise<void> {
    while (!this.hasRoom) await this.#change();
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
    while (!this.areFree) await this.#change();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
