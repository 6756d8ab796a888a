import type { ShownOutput } from "./head-and-tail.ts";

/**
 * Where a look begins in a text, in UTF-16 units, and the SGR parameters that stand for it: of the whole look, empty
 * for plain text.
 */
export type LookPlace = readonly [at: number, parameters: string];

/** A change of the look, by line and column. */
interface Change {
  readonly line: number;
  readonly column: number;
  readonly parameters: string;
}

/** Changes that are remembered: so many of the beginning, of the end and of one line. */
const FIRST = 500;
const LAST = 1_500;

/** Characters of parameters that are given in all. */
const MAX_LENGTH = 24 * 1024;

// biome-ignore lint/suspicious/noControlCharactersInRegex: signs that a terminal obeys instead of writing them
const STEP = /([\n\r\u0008\0\u0007]|\u001b\[[\d;:]*m)/;

/**
 * Remembers where the looks of an output of any length change, in memory of fixed size, as a terminal would show its
 * lines.
 */
export class LookPlaces {
  #line = 0;
  #column = 0;
  #isReturned = false;
  #isBack = false;
  #look = "";
  /** Those of the line under way. */
  #open: Change[] = [];
  readonly #first: Change[] = [];
  #last: Change[] = [];
  #isSeen = false;

  /** Takes an output with the marks of a `MarkedScrub`. */
  push(marked: string): void {
    this.#isSeen ||= marked.includes("\u001b");
    const from = this.#isSeen ? 0 : this.#passLines(marked);
    for (const piece of marked.slice(from).split(STEP)) this.#take(piece);
  }

  /** Those in a text of `shown.head`, then something of ours, then `shown.tail` from `tailAt` on. */
  in({ head, omittedLines, tail }: ShownOutput, tailAt: number): readonly LookPlace[] {
    const changes = [...this.#first, ...this.#last, ...this.#open];
    if (changes.length === 0) return [];
    const first = lineStarts(head).length - 1 + omittedLines;
    return bounded([
      ...placesIn(changes, { text: head, first: 0, at: 0 }),
      ...(tail === "" ? [] : placesIn(changes, { text: tail, first, at: tailAt })),
    ]);
  }

  /** As long as there are no looks, only the last line is of interest. */
  #passLines(text: string): number {
    let end = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", end)) {
      this.#line += 1;
      end = at + 1;
    }
    if (end > 0) this.#startLine();
    return end;
  }

  #take(piece: string): void {
    const mark = piece.startsWith("\u001b") ? piece.slice(2, -1) : undefined;
    if (mark !== undefined) this.#change(mark);
    else if (piece === "\n") this.#endLine();
    else if (piece === "\r") this.#isReturned = true;
    else if (piece === "\b") this.#goBack();
    else if (piece !== "" && piece !== "\0" && piece !== "\u0007") this.#write(piece);
  }

  #write(text: string): void {
    const isMoved = this.#isReturned || this.#isBack;
    if (this.#isReturned) this.#startLine();
    if (isMoved) this.#change(this.#look);
    this.#isBack = false;
    this.#column += text.length;
  }

  #goBack(): void {
    this.#column = Math.max(0, this.#column - 1);
    this.#isBack = true;
  }

  #change(mark: string): void {
    this.#look = mark === "0" ? "" : mark.replace(/^0;/, "");
    if (this.#isReturned) return;
    while ((this.#open.at(-1)?.column ?? -1) >= this.#column || this.#open.length >= FIRST) this.#open.pop();
    this.#open.push({ line: this.#line, column: this.#column, parameters: this.#look });
  }

  #endLine(): void {
    const isUnsaid = this.#isReturned;
    this.#isReturned = false;
    if (isUnsaid) this.#change(this.#look);
    for (const change of this.#open) this.#keep(change);
    this.#line += 1;
    this.#startLine();
  }

  #startLine(): void {
    this.#open = [];
    this.#column = 0;
    this.#isReturned = false;
  }

  #keep(change: Change): void {
    if (this.#first.length < FIRST) this.#first.push(change);
    else this.#last.push(change);
    if (this.#last.length <= 2 * LAST) return;
    const [{ line, column } = change] = this.#last;
    // What is forgotten is shown plain.
    this.#last = [{ line, column, parameters: "" }, ...this.#last.slice(-LAST)];
  }
}

interface Section {
  readonly text: string;
  /** Which line of the output its first one is, and where it stands in what is shown. */
  readonly first: number;
  readonly at: number;
}

/** The changes on the lines of a section, after the look that it begins with; it ends plain. */
function placesIn(changes: readonly Change[], { text, first, at }: Section): readonly LookPlace[] {
  const starts = lineStarts(text);
  const before = changes.findLast(({ line }) => line < first)?.parameters ?? "";
  const inside = changes.flatMap(({ line, column, parameters }): readonly LookPlace[] => {
    const [start, next] = [starts[line - first], starts[line - first + 1]];
    return start === undefined || next === undefined ? [] : [[at + Math.min(start + column, next - 1), parameters]];
  });
  return [[at, before], ...inside, [at + text.length, ""]];
}

/** Where each line begins, and where one after the last would. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return text === "" || text.endsWith("\n") ? starts : [...starts, text.length + 1];
}

/** Each only where the look changes. */
function bounded(places: readonly LookPlace[]): readonly LookPlace[] {
  const kept: LookPlace[] = [];
  let length = 0;
  for (const [index, [at, parameters]] of places.entries()) {
    if (places[index + 1]?.[0] === at || (kept.at(-1)?.[1] ?? "") === parameters) continue;
    length += parameters.length + 1;
    if (length > MAX_LENGTH) return [...kept, [at, ""]];
    kept.push([at, parameters]);
  }
  return kept;
}
