import type { MatchMode } from "../edit-request.ts";
import type { EditStrings } from "./edit-strings.ts";
import type { MatchAttempt } from "./match-attempt.ts";
import { NO_MATCH } from "./match-attempt.ts";
import { matchBlockAnchor } from "./match-block-anchor.ts";
import { matchEveryExact, matchExact } from "./match-exact.ts";
import { matchFolded } from "./match-folded.ts";
import { matchReindented } from "./match-reindented.ts";

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
