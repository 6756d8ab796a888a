/** A pattern and the place up to which it has been read. */
export class PatternReader {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(source: string) {
    this.#characters = Array.from(source);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#characters.length;
  }

  /** The next characters without taking them; shorter at the end. */
  peek(length = 1): string {
    return this.#characters.slice(this.#at, this.#at + length).join("");
  }

  /** One character; a problem at the end. */
  take(problem: string): string {
    const character = this.#characters[this.#at];
    if (character === undefined) throw new PatternProblem(problem);
    this.#at += 1;
    return character;
  }

  /** Takes `text` when it comes next. */
  accept(text: string): boolean {
    if (this.peek(text.length) !== text) return false;
    this.#at += text.length;
    return true;
  }

  /** Everything up to `end`, which is taken too; a problem when it never comes. */
  takeUntil(end: string, problem: string): string {
    let taken = "";
    while (!this.accept(end)) taken += this.take(problem);
    return taken;
  }

  /** Characters as long as they fit. */
  takeWhile(fits: RegExp): string {
    let taken = "";
    while (!this.isAtEnd && fits.test(this.peek())) taken += this.take("");
    return taken;
  }

  /** Goes back to the place of a `mark`. */
  get mark(): number {
    return this.#at;
  }

  reset(mark: number): void {
    this.#at = mark;
  }
}

/** A pattern that cannot be used. Its message says why in ripgrep's words. */
export class PatternProblem extends Error {
  override readonly name = "PatternProblem";
}
