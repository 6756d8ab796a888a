import { createHash } from "node:crypto";
import { cutStart } from "@toolwright/core/internal";

/** Which lines are wanted. */
export interface WantedLines {
  /** The first one, counted from 1; a negative one counts from the end, at most {@link MAX_LAST_LINES}. */
  readonly offset: number;
  /** 0: all that follow. */
  readonly limit: number;
  /** UTF-8 bytes that the numbered lines may take. */
  readonly maxBytes: number;
}

/** What there is to say of a text file and of the lines that were wanted. */
export interface TextScan {
  /** Numbered, as many as fit. */
  readonly shown: readonly string[];
  readonly totalLines: number;
  /** Characters of the wanted lines, those that do not fit included; long lines count as far as they would be shown. */
  readonly wantedCharacters: number;
  readonly crlfLines: number;
  readonly endsInLineFeed: boolean;
  readonly byteOrderMark: boolean;
  readonly validUtf8: boolean;
  readonly sha256: string;
  /** Every line of the file is shown, and none is cut. */
  readonly complete: boolean;
}

/** UTF-16 units of a line that are shown. */
const MAX_LINE = 2_000;

/** So many lines are held until it is known that they are the last ones. */
export const MAX_LAST_LINES = 2_000;

/** Reads a file once from beginning to end, in memory of fixed size. */
export async function scanText(pieces: AsyncIterable<Uint8Array>, wanted: WantedLines): Promise<TextScan> {
  const hash = createHash("sha256");
  const scanner = new LineScanner(wanted);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const strict = strictCheck();
  for await (const piece of pieces) {
    hash.update(piece);
    strict(piece);
    scanner.push(decoder.decode(piece, { stream: true }));
  }
  scanner.push(decoder.decode());
  scanner.end();
  return { ...scanner.result(), validUtf8: strict(), sha256: hash.digest("hex") };
}

interface ScannedLine {
  /** Its beginning, one unit more than is shown. */
  readonly text: string;
  /** Without its line break. */
  readonly length: number;
}

class LineScanner {
  readonly #wanted: WantedLines;
  /** The last lines so far, the one with number `n` at `n` modulo their count. */
  readonly #last: ScannedLine[] = [];
  readonly #shown: string[] = [];
  #shownBytes = 0;
  #full = false;
  #wantedCharacters = 0;
  #lines = 0;
  #crlfLines = 0;
  #line = "";
  #lineLength = 0;
  #lastUnit = "";
  #started = false;
  #byteOrderMark = false;
  #endsInLineFeed = false;
  #clipped = false;

  constructor(wanted: WantedLines) {
    this.#wanted = wanted;
  }

  push(chunk: string): void {
    const text = this.#withoutMark(chunk);
    let start = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", start)) {
      this.#add(text.slice(start, at));
      this.#finish(true);
      start = at + 1;
    }
    this.#add(text.slice(start));
    if (text !== "") this.#endsInLineFeed = text.endsWith("\n");
  }

  end(): void {
    if (this.#lineLength > 0) this.#finish(false);
    const { offset, limit } = this.#wanted;
    if (offset >= 0) return;
    const count = Math.min(-offset, this.#lines);
    const first = this.#lines - count + 1;
    for (let number = first; number < first + (limit === 0 ? count : Math.min(limit, count)); number += 1) {
      const line = this.#last[number % -offset];
      if (line !== undefined) this.#take(number, line);
    }
  }

  result(): Omit<TextScan, "validUtf8" | "sha256"> {
    return {
      shown: this.#shown,
      totalLines: this.#lines,
      wantedCharacters: this.#wantedCharacters,
      crlfLines: this.#crlfLines,
      endsInLineFeed: this.#endsInLineFeed,
      byteOrderMark: this.#byteOrderMark,
      complete: this.#shown.length === this.#lines && !this.#clipped,
    };
  }

  #withoutMark(chunk: string): string {
    if (this.#started || chunk === "") return chunk;
    this.#started = true;
    this.#byteOrderMark = chunk.startsWith("\uFEFF");
    return this.#byteOrderMark ? chunk.slice(1) : chunk;
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
    this.#lines += 1;
    if (crlf) this.#crlfLines += 1;
    const { offset, limit } = this.#wanted;
    if (offset < 0) this.#last[this.#lines % -offset] = this.#scanned(crlf);
    else if (this.#lines >= offset && (limit === 0 || this.#lines < offset + limit))
      this.#take(this.#lines, this.#scanned(crlf));
    this.#line = "";
    this.#lineLength = 0;
  }

  #scanned(crlf: boolean): ScannedLine {
    return { text: this.#line, length: this.#lineLength - (crlf ? 1 : 0) };
  }

  #take(number: number, { text: line, length }: ScannedLine): void {
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

/** Takes the pieces of a file, and nothing at its end; false once they are not UTF-8. */
function strictCheck(): (piece?: Uint8Array) => boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isValid = true;
  return (piece) => {
    try {
      if (isValid) decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      isValid = false;
    }
    return isValid;
  };
}
