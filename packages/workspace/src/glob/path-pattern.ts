import { matchesSegment, parseSegmentPattern, type SegmentPattern } from "./glob-segment.ts";
import { matchSequence } from "./match-sequence.ts";

/** A glob over the names of a path; `**` stands for any number of them. */
export type PathPattern = readonly (SegmentPattern | "**")[];

/** Reads a glob without braces. Empty names, as in `a//b`, count for nothing. */
export function parsePathPattern(text: string): PathPattern {
  const names = text.split("/").filter((name) => name !== "" && name !== ".");
  return names.map((name) => (name === "**" ? name : parseSegmentPattern(name)));
}

/** Whether all names of a path fit. At the end `**` needs at least one. */
export function matchesPath(pattern: PathPattern, names: readonly string[]): boolean {
  const used = matchSequence(
    {
      length: pattern.length,
      isStar: (at) => pattern[at] === "**",
      fits: (at, index) => fits(pattern[at], names[index] ?? ""),
    },
    names.length,
  );
  return used === pattern.length;
}

function fits(segment: SegmentPattern | "**" | undefined, name: string): boolean {
  return segment !== undefined && segment !== "**" && matchesSegment(segment, name);
}
