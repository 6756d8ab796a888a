import type { MatchMode } from "../edit-request.ts";
import type { Splice } from "../splice.ts";
import { findInText } from "./find-all.ts";
import { type FoldedText, foldText } from "./fold-text.ts";
import { type EditStrings, MAX_COUNTED_PLACES, type MatchAttempt, NO_MATCH, uniqueMatch } from "./match-attempt.ts";
import { matchBlockAnchor, matchReindented } from "./match-lines.ts";

/** Which way of matching was used, from the strictest on. */
export type MatchTier = "exact" | "folded" | "reindented" | "block_anchor";

/** What was found, and in which way. */
export interface FoundMatch {
  readonly tier: MatchTier;
  readonly attempt: MatchAttempt;
}

const MATCHERS: Readonly<Record<MatchTier, (text: string, strings: EditStrings) => MatchAttempt>> = {
  exact: matchExact,
  folded: matchFolded,
  reindented: matchReindented,
  block_anchor: matchBlockAnchor,
};

const TIERS: Readonly<Record<MatchMode, readonly MatchTier[]>> = {
  auto: ["exact", "folded", "reindented"],
  exact: ["exact"],
  line_trimmed: ["folded", "reindented"],
  block_anchor: ["block_anchor"],
};

/** Tries the tiers of a mode in order and stops at the first that finds anything, also when that is ambiguous. */
export function findMatch(text: string, strings: EditStrings, mode: MatchMode): FoundMatch {
  for (const tier of TIERS[mode]) {
    const attempt = MATCHERS[tier](text, strings);
    if (attempt.kind !== "none") return { tier, attempt };
  }
  return { tier: TIERS[mode].at(-1) ?? "exact", attempt: NO_MATCH };
}

/** Every exact place at once. */
export function findEveryMatch(text: string, strings: EditStrings): FoundMatch {
  return { tier: "exact", attempt: matchEveryExact(text, strings) };
}

/** The mode that a tier is reported as. */
export function modeOfTier(tier: MatchTier): Exclude<MatchMode, "auto"> {
  return tier === "folded" || tier === "reindented" ? "line_trimmed" : tier;
}

/** Tier 1: the same characters. Overlapping places count, so `aa` in `aaa` is ambiguous. */
function matchExact(text: string, { oldText, newText }: EditStrings): MatchAttempt {
  const hits = findInText(text, oldText, { limit: MAX_COUNTED_PLACES });
  return uniqueMatch(
    hits.map((start) => ({ start, end: start + oldText.length, insert: newText })),
    [],
  );
}

/** Tier 1 for all places at once, from left to right, without overlap. */
function matchEveryExact(text: string, { oldText, newText }: EditStrings): MatchAttempt {
  const hits = findInText(text, oldText, { overlapping: false });
  if (hits.length === 0) return NO_MATCH;
  const splices = hits.map((start) => ({ start, end: start + oldText.length, insert: newText }));
  return { kind: "found", splices, notes: [] };
}

/** Said when this tier was used. */
export const FOLDED_NOTE = "matched ignoring trailing spaces/typographic quotes";

/**
 * Tier 2: equal but for blanks at line ends, typographic punctuation, odd spaces and composed characters.
 * Only whole characters match, and only the matched span of the original is replaced.
 */
function matchFolded(text: string, strings: EditStrings): MatchAttempt {
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
  for (const hit of findInText(folded.text, wanted, { limit: MAX_COUNTED_PLACES })) {
    const start = folded.origin(hit);
    const end = folded.origin(hit + wanted.length);
    if (start !== -1 && end !== -1) spans.push({ start, end, insert });
  }
  return spans;
}
