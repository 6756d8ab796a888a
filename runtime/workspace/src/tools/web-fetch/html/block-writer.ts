const NOTHING = "";

/** Blocks in each other that are marked: every line has the marks of all around it. */
const MAX_MARKED = 16;

/**
 * Joins texts to lines and blocks: blanks collapse, blocks stand apart, and every line gets the marks of the blocks
 * around it.
 */
export class BlockWriter {
  readonly #pieces: string[] = [];
  /** What every new line of the blocks around begins with. */
  readonly #prefixes: string[] = [];
  #breaks = 0;
  /** How many blocks stand around both the last text and the next one. */
  #common = 0;
  #marker: string | undefined;
  #isEmpty = true;
  #space = false;
  #startsWithSpace = false;

  /** Running text. */
  text(text: string): void {
    const words = text.replace(/[ \t\n\r\f]+/g, " ");
    const plain = words.trim();
    if (words.startsWith(" ")) this.#space = true;
    if (plain === "") return;
    this.#write(plain);
    this.#space = words.endsWith(" ");
  }

  /** The next text begins a new line, or, with 2, a new block. After a marker it does so already. */
  break(lines: 1 | 2): void {
    this.#space = false;
    if (this.#marker !== undefined) return;
    this.#breaks = Math.max(this.#breaks, lines);
  }

  /** Lines are marked with `prefix` until `leave`; the first one with `marker` instead. */
  enter(prefix: string, marker?: string): void {
    if (marker !== undefined) this.#flushMarker();
    this.#prefixes.push(prefix);
    this.#marker = marker ?? this.#marker;
  }

  leave(): void {
    this.#prefixes.pop();
    this.#common = Math.min(this.#common, this.#prefixes.length);
    this.#marker = undefined;
  }

  /** Lines as they are, one below the other. */
  lines(lines: readonly string[]): void {
    for (const line of lines) {
      this.break(1);
      this.#write(line === "" ? NOTHING : line);
    }
  }

  /** The blanks that stood before and after everything. */
  get margins(): { readonly before: string; readonly after: string } {
    return { before: this.#startsWithSpace ? " " : "", after: this.#space ? " " : "" };
  }

  toString(): string {
    return this.#pieces.join("");
  }

  /** An empty text stands for a line with nothing on it. */
  #write(text: string): void {
    if (!this.#isEmpty && this.#breaks > 0) this.#newLine();
    else if (this.#isEmpty) this.#begin();
    else if (this.#space) this.#pieces.push(" ");
    this.#pieces.push(text);
    this.#isEmpty = false;
    this.#common = this.#prefixes.length;
    this.#breaks = 0;
    this.#space = false;
  }

  #begin(): void {
    this.#startsWithSpace = this.#space;
    this.#pieces.push(this.#linePrefix());
  }

  #newLine(): void {
    const between = this.#prefixOf(this.#common).trimEnd();
    if (this.#breaks > 1) this.#pieces.push(`\n${between}`);
    this.#pieces.push(`\n${this.#linePrefix()}`);
  }

  #linePrefix(): string {
    const marker = this.#marker;
    this.#marker = undefined;
    const { length } = this.#prefixes;
    return marker === undefined ? this.#prefixOf(length) : this.#prefixOf(length - 1) + marker;
  }

  /** What a line of so many blocks around it begins with. */
  #prefixOf(blocks: number): string {
    return this.#prefixes.slice(0, Math.min(blocks, MAX_MARKED)).join("");
  }

  /** A list that begins inside an item which has no text of its own yet. */
  #flushMarker(): void {
    if (this.#marker === undefined) return;
    this.#write(NOTHING);
    this.break(1);
  }
}
