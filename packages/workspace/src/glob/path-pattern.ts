import { matchesSegment, parseSegmentPattern, type SegmentPattern } from "./glob-segment.ts";

/** A glob over the names of a path; `**` stands for any number of them. */
export type PathPattern = readonly (SegmentPattern | "**")[];

/** Reads a glob without braces. Empty names, as in `a//b`, count for nothing. */
export function parsePathPattern(text: string): PathPattern {
  const names = text.split("/").filter((name) => name !== "" && name !== ".");
  return names.map((name) => (name === "**" ? name : parseSegmentPattern(name)));
}

/** Whether all names of a path fit. At the end `**` needs at least one. */
export function matchesPath(pattern: PathPattern, names: readonly string[]): boolean {
  let retry: { readonly pattern: number; readonly name: number } | undefined;
  let [at, index] = [0, 0];
  while (index < names.length) {
    const segment = pattern[at];
    if (segment === "**") {
      if (at === pattern.length - 1) return true;
      retry = { pattern: at, name: index };
      at += 1;
    } else if (segment !== undefined && matchesSegment(segment, names[index] ?? "")) {
      at += 1;
      index += 1;
    } else {
      if (retry === undefined) return false;
      retry = { pattern: retry.pattern, name: retry.name + 1 };
      [at, index] = [retry.pattern + 1, retry.name];
    }
  }
  return at === pattern.length;
}
