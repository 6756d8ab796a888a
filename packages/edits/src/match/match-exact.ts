import type { EditStrings } from "./edit-strings.ts";
import { codeUnits, findAll } from "./find-all.ts";
import { MAX_COUNTED_PLACES, type MatchAttempt, NO_MATCH, uniqueMatch } from "./match-attempt.ts";

/** Tier 1: the same characters. Overlapping places count, so `aa` in `aaa` is ambiguous. */
export function matchExact(text: string, { oldText, newText }: EditStrings): MatchAttempt {
  const hits = findAll(codeUnits(text), codeUnits(oldText), { limit: MAX_COUNTED_PLACES });
  return uniqueMatch(
    hits.map((start) => ({ start, end: start + oldText.length, insert: newText })),
    [],
  );
}

/** Tier 1 for all places at once, from left to right, without overlap. */
export function matchEveryExact(text: string, { oldText, newText }: EditStrings): MatchAttempt {
  const hits = findAll(codeUnits(text), codeUnits(oldText), { overlapping: false });
  if (hits.length === 0) return NO_MATCH;
  const splices = hits.map((start) => ({ start, end: start + oldText.length, insert: newText }));
  return { kind: "found", splices, notes: [] };
}
