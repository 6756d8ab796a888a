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

/** Matching lines with their surroundings, as grep prints them: windows that touch are one, others stand apart by `--`. */
export class MatchWindows {
  readonly #options: WindowOptions;
  readonly #shown: string[] = [];
  #waiting: SearchedLine[] = [];
  #matches = 0;
  #lastShown = 0;
  #showUntil = 0;
  #bytes = 0;
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
    if (this.#matches === this.#options.maxMatches) {
      this.#isFull = true;
      return false;
    }
    this.#matches += 1;
    this.#showUntil = line.number + this.#options.after;
    const before = this.#waiting;
    this.#waiting = [];
    return [...before, line].every((shown) => this.#show(shown));
  }

  #show(line: SearchedLine): boolean {
    const text = `${line.number}${line.matches ? ":" : "-"}${line.text}`;
    this.#bytes += utf8Length(text) + 4;
    this.#isFull = this.#bytes > ANSWER_BYTES;
    if (this.#isFull) return false;
    if (this.#lastShown > 0 && line.number > this.#lastShown + 1) this.#shown.push("--");
    this.#shown.push(text);
    this.#lastShown = line.number;
    return true;
  }
}
