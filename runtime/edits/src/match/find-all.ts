/** Anything with comparable units: the code units of a text, or the ids of its lines. */
export interface UnitSequence {
  readonly length: number;
  at(index: number): number;
}

/** Options of {@link findAll}. */
export interface FindAllOptions {
  /** At most this many hits are returned. Default: all. */
  readonly limit?: number;
  /** Count a hit that begins inside the previous one. Default true. */
  readonly overlapping?: boolean;
}

/** Finds the first units of what is wanted, from an index on; -1 where they do not stand. */
interface Beginning {
  readonly length: number;
  next(from: number): number;
}

/** Code units of a text that are found by `indexOf`: few, so that it is linear for every text. */
const BEGINNING = 32;

/** The places where `wanted` stands in `text`, as {@link findAll} finds them. */
export function findInText(text: string, wanted: string, options: FindAllOptions = {}): number[] {
  const beginning = wanted.slice(0, BEGINNING);
  return findAll(codeUnits(text), codeUnits(wanted), {
    ...options,
    beginning: { length: beginning.length, next: (from) => text.indexOf(beginning, from) },
  });
}

/**
 * The places where `wanted` occurs, ascending; an empty `wanted` occurs nowhere.
 * Knuth–Morris–Pratt: the work is linear in both lengths for every input, which `indexOf` does not promise.
 */
export function findAll(
  units: UnitSequence,
  wanted: UnitSequence,
  options: FindAllOptions & { readonly beginning?: Beginning } = {},
): number[] {
  const { limit = Number.POSITIVE_INFINITY, overlapping = true, beginning } = options;
  const hits: number[] = [];
  if (wanted.length === 0 || units.length < wanted.length) return hits;
  const fallback = fallbackTable(wanted);
  let matched = 0;
  for (let index = 0; index < units.length && hits.length < limit; index += 1) {
    if (matched === 0 && beginning !== undefined) {
      const at = beginning.next(index);
      if (at === -1) break;
      matched = beginning.length;
      index = at + matched - 1;
    } else matched = step(wanted, fallback, matched, units.at(index));
    if (matched < wanted.length) continue;
    hits.push(index - wanted.length + 1);
    matched = overlapping ? (fallback[matched - 1] ?? 0) : 0;
  }
  return hits;
}

/** The code units of a text. */
export function codeUnits(text: string): UnitSequence {
  return { length: text.length, at: (index) => text.charCodeAt(index) };
}

/** A list of numbers. */
export function numberUnits(numbers: readonly number[]): UnitSequence {
  return { length: numbers.length, at: (index) => numbers[index] ?? -1 };
}

/** For each prefix: the length of its longest proper prefix that is also its suffix. */
function fallbackTable(wanted: UnitSequence): Int32Array {
  const table = new Int32Array(wanted.length);
  let matched = 0;
  for (let index = 1; index < wanted.length; index += 1) {
    matched = step(wanted, table, matched, wanted.at(index));
    table[index] = matched;
  }
  return table;
}

/** How many units of `wanted` match after one more unit. */
function step(wanted: UnitSequence, fallback: Int32Array, matched: number, unit: number): number {
  let length = matched;
  while (length > 0 && wanted.at(length) !== unit) length = fallback[length - 1] ?? 0;
  return wanted.at(length) === unit ? length + 1 : length;
}

/** Numbers lines so that two lines have the same number exactly when their keys are equal. */
export class LineIds {
  readonly #ids = new Map<string, number>();

  /** The number of a line, given out on first sight. */
  of(key: string): number {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.#ids.set(key, this.#ids.size);
    return this.#ids.size - 1;
  }
}
