import { LineIds } from "../match/find-all.ts";
import { foldedLines } from "../match/line-block.ts";
import { allLines, type TextLines, textLines } from "../match/text-lines.ts";

/** How strictly lines are compared. Anchors, which only say where to look, may also be trimmed. */
export type LineTier = "exact" | "folded" | "trimmed";

/** The lines of a file, numbered for comparison in each tier. */
export interface PatchLines {
  readonly lines: TextLines;
  /** Equal numbers for equal lines. */
  ids(tier: LineTier): readonly number[];
  /** The numbers of other lines in the same count. */
  idsOf(tier: LineTier, wanted: readonly string[]): readonly number[];
  /** Folded lines without their indentation. */
  trimmed(): readonly string[];
}

/** Prepares a text for finding lines in it; each tier is worked out once. */
export function patchLines(text: string): PatchLines {
  const lines = textLines(text);
  const tiers = new Map<LineTier, { ids: readonly number[]; known: LineIds }>();
  const tierOf = (tier: LineTier): { ids: readonly number[]; known: LineIds } => {
    const made = tiers.get(tier) ?? numberLines(keysOf(tier, text, allLines(lines)));
    tiers.set(tier, made);
    return made;
  };
  return {
    lines,
    ids: (tier) => tierOf(tier).ids,
    idsOf(tier, wanted) {
      const { known } = tierOf(tier);
      return keysOf(tier, wanted.join("\n"), wanted).map((key) => known.of(key));
    },
    trimmed: () => foldedLines(text).trimmed,
  };
}

// One break more than there are lines, so that an empty last line counts.
function keysOf(tier: LineTier, text: string, lines: readonly string[]): readonly string[] {
  if (tier === "exact") return lines;
  const folded = foldedLines(`${text}\n`);
  return (tier === "folded" ? folded.lines : folded.trimmed).slice(0, lines.length);
}

function numberLines(keys: readonly string[]): { ids: readonly number[]; known: LineIds } {
  const known = new LineIds();
  return { ids: keys.map((key) => known.of(key)), known };
}
