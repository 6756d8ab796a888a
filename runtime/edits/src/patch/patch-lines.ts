import { findAll, LineIds, numberUnits } from "../match/find-all.ts";
import { indentOf } from "../match/indent-shift.ts";
import { foldedLines } from "../match/line-block.ts";
import { allLines, type TextLines, textLines } from "../match/text-lines.ts";

/** How strictly lines are compared. Anchors, which only say where to look, may also be trimmed. */
export type LineTier = "exact" | "folded" | "trimmed";

/** The lines of a file, numbered for comparison in each tier. */
export interface PatchLines {
  readonly lines: TextLines;
  /** The lines at which others begin that are equal to the wanted ones, ascending. */
  places(tier: LineTier, wanted: readonly string[]): readonly number[];
  /** The line behind the block of an anchor, no further than `limit`. */
  blockEnd(anchor: number, limit: number): number;
  /** How many lines were looked at so far. */
  readonly work: number;
  /** Folded lines without their indentation. */
  trimmed(): readonly string[];
}

/** Prepares a text for finding lines in it; each tier is worked out once. */
export function patchLines(text: string): PatchLines {
  const lines = textLines(text);
  const tiers = new Map<LineTier, NumberedLines>();
  const tierOf = (tier: LineTier): NumberedLines => {
    const made = tiers.get(tier) ?? numberLines(keysOf(tier, text, allLines(lines)));
    tiers.set(tier, made);
    return made;
  };
  const idsOf = (tier: LineTier, wanted: readonly string[]): readonly number[] => {
    const { known } = tierOf(tier);
    return keysOf(tier, wanted.join("\n"), wanted).map((key) => known.of(key));
  };
  const blockEnds = new Map<string, number>();
  let work = 0;
  return {
    lines,
    get work() {
      return work;
    },
    places(tier, wanted) {
      const { places, looked } = placesOf(tierOf(tier), idsOf(tier, wanted));
      work += looked;
      return places;
    },
    blockEnd(anchor, limit) {
      const key = `${anchor} ${limit}`;
      const end = blockEnds.get(key) ?? blockEnd(lines, anchor, limit);
      work += blockEnds.has(key) ? 1 : end - anchor;
      blockEnds.set(key, end);
      return end;
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

interface NumberedLines {
  readonly ids: readonly number[];
  readonly known: LineIds;
  /** The lines that have a number, by that number, ascending. */
  readonly byId: readonly (readonly number[])[];
}

function numberLines(keys: readonly string[]): NumberedLines {
  const known = new LineIds();
  const ids = keys.map((key) => known.of(key));
  const byId: number[][] = [];
  for (const [line, id] of ids.entries()) {
    const lines = byId[id];
    if (lines === undefined) byId[id] = [line];
    else lines.push(line);
  }
  return { ids, known, byId };
}

interface FoundPlaces {
  readonly places: readonly number[];
  readonly looked: number;
}

/** Looks around the rarest of the wanted lines; where that is frequent, through all lines. */
function placesOf({ ids, byId }: NumberedLines, wanted: readonly number[]): FoundPlaces {
  let rarest = 0;
  const timesOf = (index: number): number => byId[wanted[index] ?? -1]?.length ?? 0;
  for (let index = 1; index < wanted.length; index += 1) if (timesOf(index) < timesOf(rarest)) rarest = index;
  const looked = timesOf(rarest) * wanted.length;
  if (looked > ids.length) return { places: findAll(numberUnits(ids), numberUnits(wanted)), looked: ids.length };
  const lines = byId[wanted[rarest] ?? -1] ?? [];
  const firsts = lines.map((line) => line - rarest);
  return { places: firsts.filter((first) => wanted.every((id, index) => ids[first + index] === id)), looked };
}

/** Lines that only close what was opened, and so still belong to it. */
const CLOSING = /^\s*(?:[)\]}]+[;,]?|end;?|fi|done|esac)\s*$/;

/** The block of an anchor: the lines below it that are indented deeper, closing ones, and the one right behind it. */
function blockEnd(lines: TextLines, anchor: number, limit: number): number {
  const depth = indentOf(lines.line(anchor)).length;
  let end = anchor + 1;
  while (end < limit && belongs(lines.line(end), depth)) end += 1;
  return Math.min(Math.max(end, anchor + 2), limit);
}

function belongs(line: string, depth: number): boolean {
  return line.trim() === "" || indentOf(line).length > depth || CLOSING.test(line);
}
