/** A pattern of elements, some of which stand for any number of things. */
export interface SequencePattern {
  readonly length: number;
  isStar(at: number): boolean;
  /** Does this element, which is no star, fit the thing at this place? */
  fits(at: number, index: number): boolean;
}

/**
 * How much of a pattern was used when all things were: its length when it fits, less when stars are left, undefined when it
 * does not fit. In time bounded by the product of both: after a mismatch only the last star takes one thing more, because an
 * earlier one could not help.
 */
export function matchSequence(pattern: SequencePattern, count: number): number | undefined {
  let retry: { readonly at: number; readonly index: number } | undefined;
  let [at, index] = [0, 0];
  while (index < count) {
    if (at < pattern.length && pattern.isStar(at)) {
      retry = { at, index };
      at += 1;
    } else if (at < pattern.length && pattern.fits(at, index)) {
      at += 1;
      index += 1;
    } else {
      if (retry === undefined) return undefined;
      retry = { at: retry.at, index: retry.index + 1 };
      [at, index] = [retry.at + 1, retry.index];
    }
  }
  return at;
}
