import type { HoldingScrubStream, Secret } from "./scrubber.ts";
import { brokenForms, secretForms } from "./secret-forms.ts";
import { type Form, type Node, Reading, trieOf } from "./value-trie.ts";

/** Finds given values in a text, all of them at once, in time that does not depend on how many there are. */
export interface KnownValues {
  /** False only when no value is in the text. */
  mayHold(text: string): boolean;
  /** Those whose values are in the text. */
  secretsIn(text: string): readonly Secret[];
  /** Three characters of every form of every value. */
  readonly pieces: ReadonlySet<string>;
  stream(): HoldingScrubStream;
}

/** Values shorter than this are not matched. */
const SHORTEST = 8;

/** So many first characters of a value say nothing about it yet. */
const HARMLESS = 3;

/** Undefined when there is nothing to look for. */
export function knownValues(secrets: readonly Secret[]): KnownValues | undefined {
  const forms = formsOf(secrets);
  if (forms.length === 0) return undefined;
  // Most texts hold none of the pieces, and most runs no text that does: what says for sure is made when one comes.
  let start: RegExp | undefined;
  let made: Node | undefined;
  const trie = () => (made ??= trieOf(forms));
  const mayHold = (text: string): boolean => (start ??= startOf(forms)).test(text);
  return {
    mayHold,
    secretsIn: (text) => (mayHold(text) ? foundIn(trie(), text) : []),
    pieces: new Set(forms.flatMap(piecesOf)),
    stream: () => new KnownValueStream(trie()),
  };
}

function foundIn(root: Node, text: string): readonly Secret[] {
  const secrets = new Set<Secret>();
  const reading = new Reading(root);
  for (let index = 0; index < text.length; index++) {
    reading.take(text.charCodeAt(index));
    if (reading.node.secret !== undefined) secrets.add(reading.node.secret);
  }
  return [...secrets];
}

function formsOf(secrets: readonly Secret[]): readonly Form[] {
  return secrets.flatMap((secret) =>
    spellingsOf(secret.value).flatMap((value) => [
      ...Array.from(secretForms(value), (form) => ({ form, secret })),
      ...brokenForms(value).map((form) => ({ form, secret, breaks: true as const })),
    ]),
  );
}

/** Files end in a line break that is no part of their value, and terminals and editors change the ends of lines. */
function spellingsOf(value: string): readonly string[] {
  const spellings = [value, value.trim()].flatMap((one) => {
    const lines = one.replaceAll("\r\n", "\n");
    return [one, lines, lines.replaceAll("\n", "\r\n")];
  });
  return [...new Set(spellings)].filter(({ length }) => length >= SHORTEST);
}

function startOf(forms: readonly Form[]): RegExp {
  const starts = forms.map(({ form, breaks }) => {
    const letters = [...form.slice(0, 4)].map(escapeRegExp);
    return letters.join(breaks === true ? "\\r?\\n?" : "");
  });
  return new RegExp([...new Set(starts)].join("|"));
}

/** Where a line may be broken, a second piece: a break can stand in one of them only. */
function piecesOf({ form, breaks }: Form): readonly string[] {
  const piece = rarestPiece(form);
  const behind = form.slice(form.indexOf(piece) + 3);
  const other = behind.length >= 3 ? behind : form.slice(0, form.indexOf(piece));
  return breaks === true && other.length >= 3 ? [piece, rarestPiece(other)] : [piece];
}

/** How far into a form its rarest piece is looked for. */
const LOOKED_AT = 32;

/** No small letter in three characters, one, and two. */
const RARE: readonly RegExp[] = [/[^a-z]{3}/, /[^a-z]{2}|[^a-z].[^a-z]/s, /[^a-z]/];

/** Texts are mostly small letters: the three characters with the fewest of them are the least likely to be found. */
function rarestPiece(form: string): string {
  const looked = form.slice(0, LOOKED_AT + 2);
  for (const rare of RARE) {
    const at = looked.search(rare);
    if (at !== -1) return looked.slice(Math.min(at, looked.length - 3)).slice(0, 3);
  }
  return looked.slice(0, 3);
}

interface Region {
  readonly start: number;
  readonly end: number;
  /** Empty when it was emitted already. */
  readonly mask: string;
}

/**
 * Holds back only what could still be the beginning of a value. Values that overlap become one mask, named after the
 * first.
 */
class KnownValueStream implements HoldingScrubStream {
  readonly #root: Node;
  #reading: Reading;
  /** What is held back, as it came. */
  #held = "";
  #regions: Region[] = [];
  /** How much of `held` was let out by a pause, and whether as a mask. */
  #shown = 0;
  #isCovered = false;

  constructor(root: Node) {
    this.#root = root;
    this.#reading = new Reading(root);
  }

  held(): string {
    return this.#held;
  }

  push(chunk: string): string {
    const text = this.#held + chunk;
    const reading = this.#reading;
    for (let index = this.#held.length; index < text.length; index++) {
      reading.take(text.charCodeAt(index));
      const { length, node } = reading;
      if (length > 0) this.#add({ start: index + 1 - length, end: index + 1, mask: node.mask });
    }
    return this.#emit(text, text.length - reading.depth);
  }

  pause(mayGoOn = false): string {
    const {
      depth,
      node: { begins },
    } = this.#reading;
    if (mayGoOn && depth > HARMLESS) return "";
    const wasCovered = this.#isCovered;
    const shown = this.#held.slice(this.#shown);
    this.#shown = this.#held.length;
    if (depth <= HARMLESS) return shown;
    this.#isCovered = true;
    return wasCovered || shown === "" ? "" : begins;
  }

  end(): string {
    const text = this.#held;
    this.#reading = new Reading(this.#root);
    return this.#emit(text, text.length);
  }

  #add(found: Region): void {
    let { start, end, mask } = found;
    for (let last = this.#regions.at(-1); last !== undefined && last.end > start; last = this.#regions.at(-1)) {
      this.#regions.pop();
      if (last.start < start || last.mask === "") ({ start, mask } = last);
      end = Math.max(end, last.end);
    }
    this.#regions.push({ start, end, mask });
  }

  /** Everything before `safe` is decided: no value that is still to come starts there. */
  #emit(text: string, safe: number): string {
    let shown = "";
    let cursor = 0;
    const open: Region[] = [];
    for (const { start, end, mask } of this.#regions) {
      if (start >= safe && mask !== "") {
        open.push({ start: start - safe, end: end - safe, mask });
        continue;
      }
      shown += text.slice(Math.max(cursor, this.#shown), start);
      if (start >= this.#shown || !this.#isCovered) shown += mask;
      cursor = end;
      if (end > safe) open.push({ start: 0, end: end - safe, mask: "" });
    }
    this.#regions = open;
    this.#held = text.slice(safe);
    shown += text.slice(Math.max(cursor, this.#shown), Math.max(cursor, safe));
    this.#shown = Math.max(0, this.#shown - safe);
    this.#isCovered &&= this.#shown > 0;
    return shown;
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
