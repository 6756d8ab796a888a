/** A text of which parts become blank: no character moves, and lines stay. */
export class BlankedText {
  readonly source: string;
  readonly #units: string[];
  readonly #kept = new Set<number>();

  constructor(source: string) {
    this.source = source;
    this.#units = source.split("");
  }

  blank(start: number, end: number): void {
    for (let at = start; at < end; at++) {
      if (!this.#kept.has(at) && !/[\n\r\u2028\u2029]/.test(this.source.charAt(at))) this.#units[at] = " ";
    }
  }

  /** Writes one character in the place of another, where no blank comes from now on. */
  put(position: number, unit: string): void {
    this.#units[position] = unit;
    this.#kept.add(position);
  }

  /** Whether what stood here is gone. */
  isBlank(position: number): boolean {
    return this.#units[position] === " " && this.source.charAt(position) !== " ";
  }

  toString(): string {
    return this.#units.join("");
  }
}
