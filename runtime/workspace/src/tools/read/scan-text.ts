import { isUtf8 } from "node:buffer";
import { placeInList } from "../place-in-list.ts";
import { ShownLines } from "./shown-lines.ts";

/** Which lines are wanted. */
export interface WantedLines {
  /** The first one, counted from 1; a negative one counts from the end, at most {@link MAX_LAST_LINES} lines. */
  readonly offset: number;
  /** 0: all that follow. */
  readonly limit: number;
  /** UTF-8 bytes that the numbered lines may take. */
  readonly maxBytes: number;
  /** The number that the first line of what is read has; 1 where it is the first of its file. */
  readonly numberedFrom?: number | undefined;
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
  /** Line feeds that were read, and those of them behind a carriage return. */
  readonly lineFeeds: number;
  readonly crlfLines: number;
  readonly endsInLineFeed: boolean;
  readonly byteOrderMark: boolean;
  readonly validUtf8: boolean;
  /** Every line of the file is shown, and none is cut. */
  readonly complete: boolean;
}

/** What there is to say of lines whose file was not read to its end: how many it has is not known. */
export interface PartScan extends Omit<TextScan, "totalLines"> {
  readonly totalLines: undefined;
}

/** So many lines are held until it is known that they are the last ones. */
export const MAX_LAST_LINES = 2_000;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const MARK = [0xef, 0xbb, 0xbf];

/** The bytes of a file, one piece behind the other. */
export type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Reads a file once from beginning to end, in memory of fixed size. Only lines that may be shown are decoded. */
export async function scanText(pieces: Pieces, wanted: WantedLines): Promise<TextScan> {
  const scan = new Scan(wanted);
  for await (const piece of pieces) scan.push(piece);
  return scan.end();
}

/** The same, but nothing is read behind the lines that are wanted. */
export async function scanPart(pieces: Pieces, wanted: WantedLines): Promise<TextScan | PartScan> {
  const scan = new Scan(wanted);
  for await (const piece of pieces) {
    scan.push(piece);
    if (scan.isPast) return scan.part();
  }
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
  #isPast = false;
  #isValidSoFar = true;

  constructor(wanted: WantedLines) {
    this.#wanted = wanted;
    this.#shown = new ShownLines(wanted);
    // Of lines that are counted from the end any may be one of the last.
    this.#isOpen = wanted.offset < 0;
  }

  /** Whether something was read behind the last line that is wanted. */
  get isPast(): boolean {
    return this.#isPast;
  }

  push(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.#isValidSoFar = this.#isValid(piece);
    if (this.#bytes < MARK.length) this.#mark.push(...piece.subarray(0, MARK.length - this.#bytes));
    const { from, to } = this.#count(piece);
    if (this.#isOpen && !this.#isOver && from < to) this.#shown.push(piece.subarray(from, to));
    this.#isPast ||= this.#isOver || to < piece.length;
    this.#isOver ||= this.#isPast || this.#ends();
    this.#last = piece.at(-1) ?? LINE_FEED;
    this.#bytes += piece.length;
  }

  /** Counts the lines of a piece, and gives which of its bytes belong to lines that are wanted. */
  #count(piece: Uint8Array): { readonly from: number; readonly to: number } {
    let [from, to] = [this.#isOpen ? 0 : piece.length, piece.length];
    if (this.#begins) from = this.#open(0);
    for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) {
      if ((at === 0 ? this.#last : piece[at - 1]) === CARRIAGE_RETURN) this.#crlfLines += 1;
      this.#lines += 1;
      if (this.#begins) from = this.#open(at + 1);
      if (this.#ends()) to = at + 1;
    }
    return { from, to };
  }

  end(): TextScan {
    const text = this.#bytes - (this.#hasMark ? MARK.length : 0);
    const totalLines = this.#lines + (text > 0 && this.#last !== LINE_FEED ? 1 : 0);
    return {
      ...this.#shown.end(totalLines),
      ...this.#counted,
      totalLines,
      firstLine: placeInList(this.#wanted.offset, totalLines),
      endsInLineFeed: text > 0 && this.#last === LINE_FEED,
      validUtf8: this.#isValid(),
    };
  }

  /** What is known before the end of the file. */
  part(): PartScan {
    return {
      ...this.#shown.end(undefined),
      ...this.#counted,
      totalLines: undefined,
      firstLine: Math.max(1, this.#wanted.offset),
      endsInLineFeed: true,
      validUtf8: this.#isValidSoFar,
    };
  }

  get #counted(): Pick<TextScan, "lineFeeds" | "crlfLines" | "byteOrderMark"> {
    return { lineFeeds: this.#lines, crlfLines: this.#crlfLines, byteOrderMark: this.#hasMark };
  }

  get #hasMark(): boolean {
    return MARK.every((byte, at) => this.#mark[at] === byte);
  }

  /** Whether the first line that is wanted begins here, after the lines so far. */
  get #begins(): boolean {
    return !this.#isOpen && this.#lines === Math.max(1, this.#wanted.offset) - 1;
  }

  #open(at: number): number {
    this.#isOpen = true;
    this.#shown.skip(this.#lines);
    return at;
  }

  /** Whether the ones so far are all that are wanted. */
  #ends(): boolean {
    const { offset, limit } = this.#wanted;
    return limit > 0 && offset >= 0 && this.#isOpen && this.#lines === offset + limit - 1;
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
