import { BLANK, type Value } from "./find-values.ts";
import { FILLER, LEADS } from "./vocabulary.ts";
import { nameStems, wordsOf } from "./words.ts";

/** The words next to a value that say what it is. */
export interface Surroundings {
  /** Stem of the nearest word before it, connecting words skipped: "the subject is …" gives `subject`. */
  readonly label: string | undefined;
  /** The preposition directly before it. */
  readonly lead: string | undefined;
  /** The words before it, nearest first, in lower case. */
  readonly before: readonly string[];
  /** Stems of the two words after it. */
  readonly after: readonly string[];
}

/** A value together with the words next to it. */
export interface PlacedValue extends Value {
  readonly around: Surroundings;
}

const REACH = 48;
const BREAK_BEFORE = new RegExp(`[${BLANK};.!?]`);
const BREAK_AFTER = new RegExp(`[${BLANK};,.!?]`);
const CONNECTING = new Set("is are be of to as the a an with set at in and on that it".split(" "));

/** Reads the words around a value, up to the values next to it. */
export function surroundings(value: Value, rest: string): Surroundings {
  const near =
    rest
      .slice(Math.max(0, value.start - REACH), value.start)
      .split(BREAK_BEFORE)
      .at(-1) ?? "";
  const before = wordsOf(near)
    .map((word) => word.text.toLowerCase())
    .reverse();
  const label = before.find((word) => !CONNECTING.has(word));
  const lead = value.lead ?? before.find((word) => !/^(?:the|a|an|my|file|folder|directory)$/.test(word));
  const next = rest.slice(value.end, value.end + REACH).split(BREAK_AFTER, 1)[0] ?? "";
  return {
    label: label === undefined ? undefined : nameStems(label)[0],
    lead: lead !== undefined && Object.hasOwn(LEADS, lead) ? lead : undefined,
    before,
    after: wordsOf(next)
      .slice(0, 2)
      .filter((word) => !FILLER.has(word.text.toLowerCase()))
      .map((word) => word.stem),
  };
}
