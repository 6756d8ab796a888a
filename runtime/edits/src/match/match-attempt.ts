import type { Splice } from "../splice.ts";

/** What a way of matching found. Two or more places are never narrowed down by a looser way. */
export type MatchAttempt =
  | { readonly kind: "none" }
  | { readonly kind: "found"; readonly splices: readonly Splice[]; readonly notes: readonly string[] }
  | { readonly kind: "ambiguous"; readonly starts: readonly number[] }
  /** There is one place, but the replacement cannot be made to fit it. */
  | { readonly kind: "unfit"; readonly start: number; readonly because: string };

/** As many places are counted before giving up. */
export const MAX_COUNTED_PLACES = 1000;

/** No place. */
export const NO_MATCH: MatchAttempt = { kind: "none" };

/** One place is a match, several are ambiguous. */
export function uniqueMatch(candidates: readonly Splice[], notes: readonly string[]): MatchAttempt {
  if (candidates.length === 0) return NO_MATCH;
  if (candidates.length === 1) return { kind: "found", splices: candidates, notes };
  return { kind: "ambiguous", starts: candidates.map((candidate) => candidate.start) };
}

/** What to look for and what to put there; both with `\n` line breaks. */
export interface EditStrings {
  readonly oldText: string;
  readonly newText: string;
}
