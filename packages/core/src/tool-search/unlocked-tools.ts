/** Names, each for so many steps after it was added. */
export class UnlockedTools {
  readonly #ttl: number;
  /** By name: the steps that are left. In the order of adding, so that definitions that stay keep their bytes in place. */
  readonly #left = new Map<string, number>();

  constructor(ttl: number) {
    this.#ttl = ttl;
  }

  /** A name that is there already stays in its place, and begins anew. */
  add(names: readonly string[]): void {
    for (const name of names) this.#left.set(name, this.#ttl);
  }

  names(): string[] {
    return [...this.#left.keys()];
  }

  /** The names for the step that begins now. */
  next(): string[] {
    for (const [name, left] of this.#left) {
      if (left <= 0) this.#left.delete(name);
      else this.#left.set(name, left - 1);
    }
    return this.names();
  }
}
