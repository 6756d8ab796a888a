import { countLines, cutStart } from "@toolwright/core/internal";

/** How much of an output is shown. */
export interface ShownLimits {
  readonly lines: number;
  /** UTF-8. */
  readonly bytes: number;
}

/** 50 KiB and 2,000 lines, less one line and a bit for each: the line where it was cut, the footer, a note. */
export const SHOWN: ShownLimits = { lines: 2_000 - 4, bytes: 50 * 1024 - 1024 };

/** What is shown of an output. */
export interface ShownOutput {
  readonly head: string;
  /** Lines between head and tail; 0 when nothing is missing there. */
  readonly omittedLines: number;
  /** Empty when `head` is everything. */
  readonly tail: string;
  /** True when anything at all is not shown, parts of long lines too. */
  readonly cut: boolean;
}

/** A fifth of what is shown is the beginning. */
const HEAD_SHARE = 0.2;

/** Pieces are kept and dropped in this size, in UTF-16 units. */
const PIECE = 4_096;

/** Remembers the beginning and the end of an output of any length, in whole lines of at most 2,000 characters. */
export class HeadAndTail {
  readonly #limits: ShownLimits;
  readonly #clipper = new LineClipper();
  #start = "";
  #pieces: string[] = [];
  #piecesLength = 0;
  #dropped = false;
  #lineFeeds = 0;
  #endsInLineFeed = true;

  constructor(limits: ShownLimits) {
    this.#limits = limits;
  }

  push(text: string): void {
    const clipped = this.#clipper.push(text);
    this.#lineFeeds += clipped.lineFeeds;
    if (text !== "") this.#endsInLineFeed = text.endsWith("\n");
    this.#remember(clipped.text);
  }

  /** Call it once, after the last `push`. */
  show(): ShownOutput {
    this.#remember(this.#clipper.end());
    const whole = this.#start + this.#pieces.join("");
    const lines = this.#lineFeeds + (this.#endsInLineFeed ? 0 : 1);
    if (!this.#dropped && lines <= this.#limits.lines && Buffer.byteLength(whole) <= this.#limits.bytes) {
      return { head: whole, omittedLines: 0, tail: "", cut: this.#clipper.clipped };
    }
    const head = firstLines(this.#start, share(this.#limits, HEAD_SHARE));
    const rest = this.#dropped ? this.#pieces.join("") : whole.slice(head.length);
    const tail = lastLines(rest, share(this.#limits, 1 - HEAD_SHARE));
    return { head, omittedLines: lines - countLines(head) - countLines(tail), tail, cut: true };
  }

  #remember(text: string): void {
    for (let at = 0; at < text.length; at += PIECE) this.#keep(text.slice(at, at + PIECE));
  }

  #keep(piece: string): void {
    if (this.#start.length < this.#limits.bytes * HEAD_SHARE) {
      this.#start += piece;
      return;
    }
    const last = this.#pieces.at(-1);
    if (last !== undefined && last.length < PIECE) this.#pieces.splice(-1, 1, last + piece);
    else this.#pieces.push(piece);
    this.#piecesLength += piece.length;
    const first = this.#pieces[0]?.length ?? 0;
    if (this.#piecesLength - first < this.#limits.bytes) return;
    this.#pieces.shift();
    this.#piecesLength -= first;
    this.#dropped = true;
  }
}

function share(limits: ShownLimits, part: number): ShownLimits {
  return { lines: Math.floor(limits.lines * part), bytes: Math.floor(limits.bytes * part) };
}

function firstLines(text: string, limits: ShownLimits): string {
  let end = 0;
  let bytes = 0;
  for (let lines = 0; lines < limits.lines; lines++) {
    const next = text.indexOf("\n", end) + 1;
    bytes += Buffer.byteLength(text.slice(end, next));
    if (next === 0 || bytes > limits.bytes) break;
    end = next;
  }
  return text.slice(0, end);
}

/** A line whose beginning is missing is not shown. */
function lastLines(text: string, limits: ShownLimits): string {
  const last = text.endsWith("\n") ? text.length - 1 : text.length;
  let start = text.length;
  let bytes = 0;
  for (let lines = 0; lines < limits.lines; lines++) {
    const from = lines === 0 ? last : start - 1;
    const previous = from === 0 ? -1 : text.lastIndexOf("\n", from - 1);
    if (previous < 0) break;
    bytes += Buffer.byteLength(text.slice(previous + 1, start));
    if (bytes > limits.bytes) break;
    start = previous + 1;
  }
  return text.slice(start);
}

/** UTF-16 units of a line that are shown. */
const MAX_LINE = 2_000;

/** A clipped piece of output and how many line feeds are in it. */
interface ClippedText {
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
