import { type Look, lookAfter, PLAIN } from "./sgr.ts";

/** Characters of one look that stand side by side. */
export interface TerminalPiece {
  readonly text: string;
  readonly look: Look;
}

const ESCAPE = 0x1b;
const SPECIAL = ["\u001b", "\r", "\b"];

/** Whether a text needs a terminal to be read. */
export function isForTerminal(text: string): boolean {
  return SPECIAL.some((sign) => text.includes(sign));
}

/**
 * The lines that a text leaves on a terminal: a carriage return goes back to the beginning of its line, `ESC [ … m`
 * gives looks, and `ESC [ K` takes away. Every other sequence does nothing. A character costs the same wherever it
 * stands.
 */
export function terminalLines(text: string): readonly (readonly TerminalPiece[])[] {
  const screen = new Screen();
  for (let place = 0; place < text.length; ) {
    if (text.charCodeAt(place) === ESCAPE) {
      const sequence = sequenceAt(text, place);
      screen.obey(sequence);
      place += Math.max(1, sequence.length);
    } else {
      screen.write(text.charAt(place));
      place += 1;
    }
  }
  return screen.lines();
}

/** What has been written so far. */
class Screen {
  readonly #lines: TerminalPiece[][] = [];
  #line = new Line();
  #look = PLAIN;

  write(sign: string): void {
    if (sign === "\r") this.#line.column = 0;
    else if (sign === "\b") this.#line.column = Math.max(0, this.#line.column - 1);
    else if (sign !== "\n") this.#line.write(sign, this.#look);
    else {
      this.#lines.push(this.#line.pieces());
      this.#line = new Line();
    }
  }

  obey({ end, parameters }: Sequence): void {
    if (end === "m") this.#look = lookAfter(this.#look, parameters);
    if (end === "K") this.#line.erase(parameters);
  }

  lines(): readonly (readonly TerminalPiece[])[] {
    return [...this.#lines, this.#line.pieces()];
  }
}

/** A line as it is written: a character may take the place of another one. */
class Line {
  column = 0;
  readonly #signs: string[] = [];
  readonly #looks: Look[] = [];

  write(sign: string, look: Look): void {
    this.#signs[this.column] = sign;
    this.#looks[this.column] = look;
    this.column += 1;
  }

  erase(parameters: string): void {
    if (parameters !== "" && parameters !== "0" && parameters !== "2") return;
    if (parameters === "2") this.column = 0;
    this.#signs.length = Math.min(this.#signs.length, this.column);
    this.#looks.length = this.#signs.length;
  }

  pieces(): TerminalPiece[] {
    const pieces: TerminalPiece[] = [];
    let from = 0;
    for (let place = 1; place <= this.#signs.length; place++) {
      const look = this.#looks[from] ?? PLAIN;
      if (place < this.#signs.length && this.#looks[place] === look) continue;
      pieces.push({ text: this.#signs.slice(from, place).join(""), look });
      from = place;
    }
    return pieces;
  }
}

interface Sequence {
  /** Its last character, for one that begins with `ESC [`; empty for any other. */
  readonly end: string;
  readonly parameters: string;
  readonly length: number;
}

/** Characters of one sequence; what is longer is none. */
const LONGEST = 2_000;

function sequenceAt(text: string, from: number): Sequence {
  const kind = text.charAt(from + 1);
  if (kind === "[") return controlSequence(text, from);
  // A title, a link, or whatever else is told to a terminal until a bell.
  if (kind === "]") return { end: "", parameters: "", length: lengthToBell(text, from) };
  // The choice of a character set has one more sign.
  const length = "()*+#%".includes(kind) ? 3 : 2;
  return { end: "", parameters: "", length: Math.min(length, text.length - from) };
}

function controlSequence(text: string, from: number): Sequence {
  let place = from + 2;
  const limit = Math.min(text.length, from + LONGEST);
  while (place < limit && text.charCodeAt(place) >= 0x20 && text.charCodeAt(place) < 0x40) place += 1;
  return { end: text.charAt(place), parameters: text.slice(from + 2, place), length: place + 1 - from };
}

function lengthToBell(text: string, from: number): number {
  const limit = Math.min(text.length, from + LONGEST);
  for (let place = from + 2; place < limit; place++) {
    const code = text.charCodeAt(place);
    if (code === 0x07) return place + 1 - from;
    if (code === ESCAPE) return place + (text.charAt(place + 1) === "\\" ? 2 : 0) - from;
    if (code === 0x0a) return place - from;
  }
  return limit - from;
}
