import { isUtf8 } from "node:buffer";
import { placeInList } from "../place-in-list.ts";
import { ShownLines } from "./shown-lines.ts";

/** Which lines are wanted. */
export interface WantedLines {
  /** The first one, counted from 1; a negative one counts from the end, at most {@link MAX_LAST_LINES}. */
  readonly offset: number;
  /** 0: all that follow. */
  readonly limit: number;
  /** UTF-8 bytes that the numbered lines may take. */
  readonly maxBytes: number;
  /** The byte with which the first wanted line begins, where that is known: no line before it is decoded then. */
  readonly startByte?: number | undefined;
}

/** What there is to say of a text file and of the lines that were wanted. */
export interface TextScan {
  /** Numbered, as many as fit. */
  readonly shown: readonly string[];
  readonly totalLines: number;
  /** The number of the first wanted line, which may lie past the end. */
  readonly firstLine: number;
  /** Characters of the wanted lines, those that do not fit included; long lines count as far as they would be shown. */
  readonly wantedCharacters: number;
  readonly crlfLines: number;
  readonly endsInLineFeed: boolean;
  readonly byteOrderMark: boolean;
  readonly validUtf8: boolean;
  /** Every line of the file is shown, and none is cut. */
  readonly complete: boolean;
}

/** So many lines are held until it is known that they are the last ones. */
export const MAX_LAST_LINES = 2_000;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const MARK = [0xef, 0xbb, 0xbf];

/** Reads a file once from beginning to end, in memory of fixed size. Only lines that may be shown are decoded. */
export async function scanText(pieces: AsyncIterable<Uint8Array>, wanted: WantedLines): Promise<TextScan> {
  const scan = new Scan(wanted);
  for await (const piece of pieces) scan.push(piece);
  return scan.end();
}

class Scan {
  readonly #wanted: WantedLines;
  readonly #shown: ShownLines;
  readonly #isValid = utf8Check();
  /** Line feeds so far. */
  #lines = 0;
  #crlfLines = 0;
  #bytes = 0;
  #last = LINE_FEED;
  #mark: number[] = [];
  #isOpen: boolean;
  #isOver = false;

  constructor(wanted: WantedLines) {
    this.#wanted = wanted;
    this.#shown = new ShownLines(wanted);
    // Of lines that are counted from the end any may be one of the last.
    this.#isOpen = wanted.startByte === undefined && wanted.offset < 0;
  }

  push(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.#isValid(piece);
    if (this.#bytes < MARK.length) this.#mark.push(...piece.subarray(0, MARK.length - this.#bytes));
    const { from, to } = this.#count(piece);
    if (this.#isOpen && !this.#isOver && from < to) this.#shown.push(piece.subarray(from, to));
    this.#isOver ||= to < piece.length || this.#ends();
    this.#last = piece.at(-1) ?? LINE_FEED;
    this.#bytes += piece.length;
  }

  /** Counts the lines of a piece, and gives which of its bytes belong to lines that are wanted. */
  #count(piece: Uint8Array): { readonly from: number; readonly to: number } {
    let [from, to] = [this.#isOpen ? 0 : piece.length, piece.length];
    if (this.#begins(0)) from = this.#open(0);
    for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) {
      if ((at === 0 ? this.#last : piece[at - 1]) === CARRIAGE_RETURN) this.#crlfLines += 1;
      this.#lines += 1;
      if (this.#begins(at + 1)) from = this.#open(at + 1);
      if (this.#ends()) to = at + 1;
    }
    return { from, to };
  }

  end(): TextScan {
    const byteOrderMark = MARK.every((byte, at) => this.#mark[at] === byte);
    const text = this.#bytes - (byteOrderMark ? MARK.length : 0);
    const totalLines = this.#lines + (text > 0 && this.#last !== LINE_FEED ? 1 : 0);
    return {
      ...this.#shown.end(totalLines),
      totalLines,
      firstLine: this.#firstLine(totalLines),
      crlfLines: this.#crlfLines,
      endsInLineFeed: text > 0 && this.#last === LINE_FEED,
      byteOrderMark,
      validUtf8: this.#isValid(),
    };
  }

  #firstLine(totalLines: number): number {
    const { offset, startByte } = this.#wanted;
    return startByte === undefined ? placeInList(offset, totalLines) : this.#shown.first;
  }

  /** Whether the first line that is wanted begins at this place of a piece, after the lines so far. */
  #begins(at: number): boolean {
    if (this.#isOpen) return false;
    const { offset, startByte } = this.#wanted;
    return startByte === undefined ? this.#lines === Math.max(1, offset) - 1 : this.#bytes + at === startByte;
  }

  #open(at: number): number {
    this.#isOpen = true;
    this.#shown.begin(this.#lines + 1);
    return at;
  }

  /** Whether the ones so far are all that are wanted. */
  #ends(): boolean {
    const { offset, limit, startByte } = this.#wanted;
    if (limit === 0 || !this.#isOpen) return false;
    if (startByte !== undefined) return this.#lines === this.#shown.first + limit - 1;
    return offset >= 0 && this.#lines === offset + limit - 1;
  }
}

/** Takes the pieces of a file, and nothing at its end; false once they are not UTF-8. */
function utf8Check(): (piece?: Uint8Array) => boolean {
  let [isValid, rest] = [true, new Uint8Array()];
  return (piece) => {
    if (!isValid) return false;
    if (piece === undefined) return rest.length === 0;
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const whole = bytes.length - openLength(bytes);
    isValid = isUtf8(bytes.subarray(0, whole));
    rest = Uint8Array.from(bytes.subarray(whole));
    return isValid;
  };
}

/** How many bytes at the end begin a character that goes on in the next piece. */
function openLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}
