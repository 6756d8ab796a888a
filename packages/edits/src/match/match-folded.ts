import type { Splice } from "../splice.ts";
import type { EditStrings } from "./edit-strings.ts";
import { codeUnits, findAll } from "./find-all.ts";
import { type FoldedText, foldText } from "./fold-text.ts";
import { MAX_COUNTED_PLACES, type MatchAttempt, NO_MATCH, uniqueMatch } from "./match-attempt.ts";

/** Said when this tier was used. */
export const FOLDED_NOTE = "matched ignoring trailing spaces/typographic quotes";

/**
 * Tier 2: equal but for blanks at line ends, typographic punctuation, odd spaces and composed characters.
 * Only whole characters match, and only the matched span of the original is replaced.
 */
export function matchFolded(text: string, strings: EditStrings): MatchAttempt {
  const folded = foldText(text);
  const wanted = foldText(strings.oldText, { keepLastBlanks: true }).text;
  if (wanted.trim() === "" || (folded.text === text && wanted === strings.oldText)) return NO_MATCH;
  const candidates = spansOf(folded, wanted, strings.newText);
  const withoutLastBlanks = wanted.replace(/[ \t]{1,}$/, "");
  if (withoutLastBlanks !== wanted) {
    const more = spansOf(folded, withoutLastBlanks, strings.newText);
    candidates.push(...more.filter(({ end }) => end === text.length || text[end] === "\n"));
  }
  return uniqueMatch(candidates, [FOLDED_NOTE]);
}

function spansOf(folded: FoldedText, wanted: string, insert: string): Splice[] {
  const spans: Splice[] = [];
  for (const hit of findAll(codeUnits(folded.text), codeUnits(wanted), { limit: MAX_COUNTED_PLACES })) {
    const start = folded.origin(hit);
    const end = folded.origin(hit + wanted.length);
    if (start !== -1 && end !== -1) spans.push({ start, end, insert });
  }
  return spans;
}
