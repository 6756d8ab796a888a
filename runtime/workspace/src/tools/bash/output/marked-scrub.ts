import type { HoldingScrubStream } from "@toolwright/core/internal";
import { Looks, MARK, markOf } from "./looks.ts";

/** A piece of an output that may be shown. */
export interface ScrubbedText {
  /** Masked as the text without marks is, whatever marks stand between the characters of a secret. */
  readonly plain: string;
  /** The same, perhaps later, with a mark wherever the look changes. */
  readonly marked: string;
}

/** A change of the look. */
interface Place {
  /** Before which character of all that came. */
  readonly at: number;
  readonly parameters: string;
}

/**
 * So much text waits behind a mask for the places of its marks; beyond that it goes out without them. In UTF-16 units.
 */
const MAX_WAITING = 16 * 1024;

const MASK = "[secret:";

/**
 * Masks a text with marks (those that an `AnsiStripper` leaves) that arrives in pieces. What is masked is the text
 * without them; they are put back where their characters still stand, never into a mask, and at most one stands between
 * two characters.
 */
export class MarkedScrub {
  readonly #scrub: HoldingScrubStream;
  readonly #looks = new Looks();
  /** What came and was not placed yet, where it begins in all that came, and the marks in it. */
  #raw = "";
  #from = 0;
  #places: Place[] = [];
  /** What was shown of it so far, once that is something else. */
  #shown = "";
  #state: "as it came" | "masked" | "lost" = "as it came";
  /** The look of what is pushed next, and of what was given out last. */
  #next = "";
  #given = "";

  constructor(scrub: HoldingScrubStream) {
    this.#scrub = scrub;
  }

  push(text: string): ScrubbedText {
    let plain = "";
    let marked = "";
    // Every other piece is the parameters of a mark.
    for (const [index, piece] of text.split(MARK).entries()) {
      if (index % 2 === 1) this.#looks.take(piece);
      else if (piece !== "") {
        this.#mark();
        // What is held back is mostly decided by the next character: what was masked then has a place of its own.
        for (const part of this.#raw === "" ? [piece] : [piece.slice(0, 1), piece.slice(1)]) {
          this.#raw += part;
          const shown = this.#scrub.push(part);
          plain += shown;
          marked += this.#place(shown);
        }
      }
    }
    return { plain, marked };
  }

  /** The rest. The look ends with it. */
  end(): ScrubbedText {
    const plain = this.#scrub.end();
    const marked = this.#place(plain);
    return { plain, marked: marked + this.#change("") };
  }

  #mark(): void {
    const { parameters } = this.#looks;
    if (parameters === this.#next) return;
    this.#next = parameters;
    if (this.#raw === "") this.#places.pop();
    this.#places.push({ at: this.#from + this.#raw.length, parameters });
  }

  #place(shown: string): string {
    if (this.#state === "as it came") {
      if (this.#raw.startsWith(shown)) return this.#give(shown);
      this.#state = "masked";
    }
    this.#shown += shown;
    const held = this.#scrub.held();
    if (this.#raw.endsWith(held)) return this.#giveAround(this.#raw.slice(0, this.#raw.length - held.length));
    if (this.#raw.length <= MAX_WAITING) return "";
    this.#state = "lost";
    return this.#giveMasked(this.#shown, this.#raw.length);
  }

  /**
   * What is shown stands for just so much that came, with something masked: what is before and behind that is as it
   * came.
   */
  #giveAround(raw: string): string {
    const shown = this.#shown;
    const before = this.#state === "lost" ? 0 : beforeMask(shown, sameStart(raw, shown));
    const same = sameEnd(raw.slice(before), shown.slice(before));
    const behind = behindMask(shown, shown.length - same);
    const start = this.#give(shown.slice(0, before));
    const middle = this.#giveMasked(shown.slice(before, behind), raw.length - before - (shown.length - behind));
    this.#state = "as it came";
    return start + middle + this.#give(shown.slice(behind));
  }

  /** What is shown in the place of so much that came: it looks as that did where it began. */
  #giveMasked(shown: string, length: number): string {
    const mark = shown === "" ? "" : this.#passed();
    this.#advance(length);
    const last = this.#places.findLastIndex(({ at }) => at <= this.#from);
    if (last > 0) this.#places.splice(0, last);
    return mark + shown;
  }

  #passed(): string {
    const last = this.#places.findLast(({ at }) => at <= this.#from);
    return last === undefined ? "" : this.#change(last.parameters);
  }

  /** The next characters as they came, with the marks that belong to them. */
  #give(text: string): string {
    if (text === "") return "";
    let marked = "";
    let from = 0;
    let taken = 0;
    for (const { at, parameters } of this.#places) {
      const place = Math.max(0, at - this.#from);
      if (place >= text.length) break;
      marked += text.slice(from, place) + this.#change(parameters);
      from = place;
      taken += 1;
    }
    if (taken > 0) this.#places.splice(0, taken);
    this.#advance(text.length);
    return marked + text.slice(from);
  }

  #advance(length: number): void {
    this.#raw = this.#raw.slice(length);
    this.#from += length;
    this.#shown = "";
  }

  #change(parameters: string): string {
    if (parameters === this.#given) return "";
    this.#given = parameters;
    return markOf(parameters);
  }
}

function sameStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length += 1;
  return length;
}

function sameEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}

/** The place itself, or where the mask begins that it is in. */
function beforeMask(text: string, place: number): number {
  const mask = text.lastIndexOf(MASK, place - 1);
  return place > 0 && mask >= 0 && text.indexOf("]", mask) >= place ? mask : place;
}

/** The place itself, or where the mask ends that it is in. */
function behindMask(text: string, place: number): number {
  const mask = text.lastIndexOf(MASK, place - 1);
  const end = mask < 0 || place === 0 ? -1 : text.indexOf("]", mask);
  return end >= place ? end + 1 : place;
}
