import { utf8Length } from "../text/utf8-length.ts";
import { ANSWER_BYTES } from "./cached-lines.ts";

/** One line that was looked at. */
export interface SearchedLine {
  readonly number: number;
  readonly text: string;
  readonly matches: boolean;
}

/** How much to show. */
export interface WindowOptions {
  readonly before: number;
  readonly after: number;
  readonly maxMatches: number;
}

/** What the notices of one answer may take, in bytes. */
const NOTICE_BYTES = 256;

/**
 * Matching lines with their surroundings, as grep prints them: windows that touch are one, others stand apart by `--`.
 */
export class MatchWindows {
  readonly #options: WindowOptions;
  readonly #shown: string[] = [];
  #waiting: SearchedLine[] = [];
  #matches = 0;
  #lastShown = 0;
  #showUntil = 0;
  #left = ANSWER_BYTES - NOTICE_BYTES;
  #isFull = false;

  constructor(options: WindowOptions) {
    this.#options = options;
  }

  /** Takes the next line; false when nothing more will be shown. */
  add(line: SearchedLine): boolean {
    if (line.matches) return this.#addMatch(line);
    if (line.number <= this.#showUntil) return this.#show(line);
    if (this.#options.before > 0) this.#waiting.push(line);
    if (this.#waiting.length > this.#options.before) this.#waiting.shift();
    return true;
  }

  isEmpty(): boolean {
    return this.#matches === 0;
  }

  /** `number:line` for a match and `number-line` for its surroundings, and whether there is more. */
  text(): string {
    return this.#isFull
      ? [...this.#shown, `[truncated: there are more matches or lines after line ${this.#lastShown}]`].join("\n")
      : this.#shown.join("\n");
  }

  #addMatch(line: SearchedLine): boolean {
    const before = this.#waiting;
    this.#waiting = [];
    if (this.#matches === this.#options.maxMatches || this.#left < bytesOf(line)) {
      this.#isFull = true;
      return false;
    }
    this.#matches += 1;
    this.#showUntil = line.number + this.#options.after;
    const near = this.#nearest(before, this.#left - bytesOf(line));
    if (near.length < before.length) this.#shown.push(`[${before.length - near.length} lines before left out]`);
    return [...near, line].every((shown) => this.#show(shown));
  }

  /** Of the lines before a match those next to it that fit: the match itself comes first. */
  #nearest(lines: readonly SearchedLine[], room: number): readonly SearchedLine[] {
    let left = room;
    const first = lines.findLastIndex((line) => {
      left -= bytesOf(line);
      return left < 0;
    });
    return lines.slice(first + 1);
  }

  #show(line: SearchedLine): boolean {
    this.#left -= bytesOf(line);
    this.#isFull = this.#left < 0;
    if (this.#isFull) return false;
    if (this.#lastShown > 0 && line.number > this.#lastShown + 1) this.#shown.push("--");
    this.#shown.push(shownLine(line));
    this.#lastShown = line.number;
    return true;
  }
}

function shownLine({ number, text, matches }: SearchedLine): string {
  return `${number}${matches ? ":" : "-"}${text}`;
}

/** With its line break, and the dashes that may stand before it. */
function bytesOf(line: SearchedLine): number {
  return utf8Length(shownLine(line)) + 4;
}
