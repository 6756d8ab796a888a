import { cutStart } from "@toolwright/core/internal";
import type { TextScan, WantedLines } from "./scan-text.ts";

/** UTF-16 units of a line that are shown. */
const MAX_LINE = 2_000;

interface DecodedLine {
  /** Its beginning, one unit more than is shown. */
  readonly text: string;
  /** Without its line break. */
  readonly length: number;
}

/** The lines of a file that are wanted, from their bytes, numbered. */
export class ShownLines {
  readonly #wanted: WantedLines;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** Of lines that are counted from the end the last ones so far, the one with number `n` at `n` modulo their count. */
  readonly #last: DecodedLine[] = [];
  readonly #shown: string[] = [];
  #first: number;
  #lines = 0;
  #shownBytes = 0;
  #full = false;
  #wantedCharacters = 0;
  #line = "";
  #lineLength = 0;
  #lastUnit = "";
  #started: boolean;
  #clipped = false;

  constructor(wanted: WantedLines) {
    this.#wanted = wanted;
    this.#first = wanted.numberedFrom ?? 1;
    this.#started = wanted.numberedFrom !== undefined;
  }

  /** Call it before the first bytes, where lines were left out before them. */
  skip(lines: number): void {
    this.#first += lines;
    this.#started ||= lines > 0;
  }

  push(bytes: Uint8Array): void {
    this.#take(this.#decoder.decode(bytes, { stream: true }));
  }

  end(totalLines: number | undefined): Pick<TextScan, "shown" | "wantedCharacters" | "complete"> {
    this.#take(this.#decoder.decode());
    if (this.#lineLength > 0) this.#finish(false);
    if (this.#isFromEnd) this.#showLast();
    const complete = this.#shown.length === totalLines && !this.#clipped;
    return { shown: this.#shown, wantedCharacters: this.#wantedCharacters, complete };
  }

  get #isFromEnd(): boolean {
    return this.#wanted.offset < 0;
  }

  #showLast(): void {
    const { offset, limit } = this.#wanted;
    const count = Math.min(-offset, this.#lines);
    const first = this.#lines - count + 1;
    for (let number = first; number < first + (limit === 0 ? count : Math.min(limit, count)); number += 1) {
      const line = this.#last[number % -offset];
      if (line !== undefined) this.#show(number, line);
    }
  }

  #take(chunk: string): void {
    const text = this.#withoutMark(chunk);
    let start = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", start)) {
      this.#add(text.slice(start, at));
      this.#finish(true);
      start = at + 1;
    }
    this.#add(text.slice(start));
  }

  #withoutMark(chunk: string): string {
    if (this.#started || chunk === "") return chunk;
    this.#started = true;
    return chunk.startsWith("\uFEFF") ? chunk.slice(1) : chunk;
  }

  /** One character more than is shown is kept, so that the carriage return of a line that just fits is seen as such. */
  #add(part: string): void {
    if (part === "") return;
    if (this.#line.length <= MAX_LINE) this.#line += part.slice(0, MAX_LINE + 1 - this.#line.length);
    this.#lineLength += part.length;
    this.#lastUnit = part.at(-1) ?? "";
  }

  #finish(hasLineFeed: boolean): void {
    const crlf = hasLineFeed && this.#lineLength > 0 && this.#lastUnit === "\r";
    const line = { text: this.#line, length: this.#lineLength - (crlf ? 1 : 0) };
    this.#lines += 1;
    if (this.#isFromEnd) this.#last[this.#lines % -this.#wanted.offset] = line;
    else this.#show(this.#first + this.#lines - 1, line);
    this.#line = "";
    this.#lineLength = 0;
  }

  #show(number: number, { text: line, length }: DecodedLine): void {
    const kept = cutStart(line.slice(0, length), MAX_LINE);
    const text = kept.replaceAll("\r", "␍") + (kept.length < length ? `…[+${length - kept.length} chars]` : "");
    this.#wantedCharacters += text.length;
    this.#clipped ||= kept.length < length;
    if (this.#full) return;
    const numbered = `${String(number).padStart(6)}\t${text}`;
    const bytes = Buffer.byteLength(numbered) + 1;
    this.#full = this.#shown.length > 0 && this.#shownBytes + bytes > this.#wanted.maxBytes;
    if (this.#full) return;
    this.#shown.push(numbered);
    this.#shownBytes += bytes;
  }
}
