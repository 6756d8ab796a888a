import { cutStart } from "@toolwright/core/internal";

/** UTF-16 units of a line that are shown. */
const MAX_LINE = 2_000;

/** A clipped piece of output and how many line feeds are in it. */
export interface ClippedText {
  readonly text: string;
  readonly lineFeeds: number;
}

/** Shortens the lines of a text that arrives in pieces to 2,000 characters and says after each how many are missing. */
export class LineClipper {
  #length = 0;
  #missing = 0;
  #clipped = false;

  /** True when anything was left out so far. */
  get clipped(): boolean {
    return this.#clipped;
  }

  push(chunk: string): ClippedText {
    let text = "";
    let lineFeeds = 0;
    let whole = 0;
    let start = 0;
    for (let at = chunk.indexOf("\n"); at >= 0; at = chunk.indexOf("\n", start)) {
      lineFeeds += 1;
      if (this.#length + at - start > MAX_LINE) {
        text += chunk.slice(whole, start) + this.#part(chunk.slice(start, at));
        whole = at;
      }
      if (this.#missing > 0) text += this.end();
      this.#length = 0;
      start = at + 1;
    }
    text += chunk.slice(whole, start) + this.#part(chunk.slice(start));
    return { text, lineFeeds };
  }

  /** What is missing of the line that has no end. */
  end(): string {
    const notice = this.#missing === 0 ? "" : `…[+${this.#missing} chars]`;
    this.#missing = 0;
    this.#length = 0;
    return notice;
  }

  #part(text: string): string {
    const shown = cutStart(text, Math.max(0, MAX_LINE - this.#length));
    this.#missing += text.length - shown.length;
    this.#length += text.length;
    if (shown.length < text.length) this.#clipped = true;
    return shown;
  }
}
