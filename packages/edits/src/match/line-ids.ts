/** Numbers lines so that two lines have the same number exactly when their keys are equal. */
export class LineIds {
  readonly #ids = new Map<string, number>();

  /** The number of a line, given out on first sight. */
  of(key: string): number {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.#ids.set(key, this.#ids.size);
    return this.#ids.size - 1;
  }
}
