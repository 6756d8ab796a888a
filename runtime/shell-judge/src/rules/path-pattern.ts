import { escapeGlob } from "../read/shell-word.ts";
import { type Fold, inSmallLetters } from "./glob-token.ts";
import { parseSegment, type SegmentGlob, segmentsMeet } from "./segment-glob.ts";

/** Where the patterns of a rule set are anchored. Both absolute. */
export interface Anchors {
  readonly root: string;
  readonly home: string;
  /** Compare without regard to case, as the volume does. */
  readonly foldCase?: boolean;
}

/** A gitignore-style pattern, made absolute. */
export interface PathPattern {
  readonly segments: readonly (SegmentGlob | "**")[];
  /** No wildcard in the last segment: it names a directory or a file, and everything below. */
  readonly named: boolean;
  /** A name that every matching path holds; most paths are told apart by it alone. */
  readonly required: string | undefined;
}

/** A path to test: absolute, its segments globs where the shell would expand them. */
export interface PathGlob {
  readonly segments: readonly SegmentGlob[];
  /** Everything below is meant too. */
  readonly recursive: boolean;
  /** All its names, when none is a glob. */
  readonly names?: ReadonlySet<string>;
}

/**
 * Reads `//absolute`, `~/home`, `/from-root`, `dir/from-root` and `name` (at any depth).
 * `anywhere`: a name at any depth is looked for on the whole disk, as denials are, not only below the root.
 */
export function parsePathPattern(text: string, anchors: Anchors, anywhere: boolean): PathPattern {
  const absolute = absoluteText(text.replace(/^\$(?:HOME|\{HOME\})(?=\/|$)/, "~"), anchors, anywhere);
  const parts = absolute.split("/").filter((part) => part !== "" && part !== ".");
  const segments = parts.map((part) => (part === "**" ? "**" : parseSegment(part, foldOf(anchors))));
  const last = segments.at(-1);
  const named = last !== undefined && last !== "**" && last.literal !== undefined;
  const literals = segments.map((segment) => (segment === "**" ? undefined : segment.literal));
  return { segments, named, required: literals.findLast((literal) => literal !== undefined) };
}

function absoluteText(text: string, anchors: Anchors, anywhere: boolean): string {
  if (text.startsWith("//")) return text;
  if (text === "~" || text.startsWith("~/")) return escapeGlob(anchors.home) + text.slice(1);
  if (text.startsWith("/") || text.startsWith("./")) return `${escapeGlob(anchors.root)}/${text}`;
  const anchored = text.replace(/\/+$/, "").includes("/");
  if (anchored) return `${escapeGlob(anchors.root)}/${text}`;
  return `${anywhere ? "" : escapeGlob(anchors.root)}/**/${text}`;
}

/** Patterns for these names in every folder. */
export function anywhere(names: string): readonly string[] {
  return names.split(" ").map((name) => `//**/${name}`);
}

/** What names are compared as on this volume. */
export function foldOf({ foldCase }: Anchors): Fold | undefined {
  return foldCase === true ? inSmallLetters : undefined;
}

/** A literal absolute path, or one whose `globText` the shell would expand, as something to test. */
export function pathGlob(globText: string, options: { recursive?: boolean; fold?: Fold | undefined } = {}): PathGlob {
  const { fold } = options;
  // A name that is known is folded before it is cut: what looks like a slash counts for one.
  const text = fold === undefined || /[*?[\\]/.test(globText) ? globText : fold(globText);
  const parts = text.split("/").filter((part) => part !== "" && part !== ".");
  const segments = parts.map((part) => parseSegment(part, fold));
  const path = { segments, recursive: options.recursive === true };
  const literals = segments.flatMap((segment) => segment.literal ?? []);
  return literals.length < segments.length ? path : { ...path, names: new Set(literals) };
}

/** May the path be, or lie below, something the pattern matches? For denials: never says no wrongly. */
export function mayMatch(pattern: PathPattern, path: PathGlob): boolean {
  const { required } = pattern;
  if (required !== undefined && !path.recursive && path.names?.has(required) === false) return false;
  return walk(pattern, path, true);
}

/** Is every path meant here matched by the pattern? For allowances: never says yes wrongly. */
export function surelyMatches(pattern: PathPattern, path: PathGlob): boolean {
  const firstGlob = path.segments.findIndex((segment) => segment.literal === undefined);
  if (firstGlob < 0 && !path.recursive) return walk(pattern, path, pattern.named);
  const known = firstGlob < 0 ? path.segments : path.segments.slice(0, firstGlob);
  const below = (depth: number) => [...known, ...Array.from({ length: depth }, () => parseSegment("\u0001"))];
  return [1, 2].every((depth) => walk(pattern, { segments: below(depth), recursive: false }, pattern.named));
}

function walk(pattern: PathPattern, path: PathGlob, descend: boolean): boolean {
  let states = skipDeep(pattern, new Set([0]));
  for (const segment of path.segments) {
    if (descend && states.has(pattern.segments.length)) return true;
    const next = new Set<number>();
    for (const at of states) {
      const wanted = pattern.segments[at];
      if (wanted === "**") next.add(at);
      else if (wanted !== undefined && meets(segment, wanted)) next.add(at + 1);
    }
    states = skipDeep(pattern, next);
  }
  return states.has(pattern.segments.length) || (path.recursive && states.size > 0);
}

/** `**` may stand for no directory at all, so that `src/**` also names `src`. */
function skipDeep(pattern: PathPattern, states: Set<number>): Set<number> {
  for (const at of states) if (pattern.segments[at] === "**") states.add(at + 1);
  return states;
}

/** A shell glob that begins with a wildcard does not match a hidden name. */
function meets(segment: SegmentGlob, wanted: SegmentGlob): boolean {
  const first = segment.tokens[0];
  const other = wanted.tokens[0];
  if (segment.literal === undefined && first?.kind !== "char" && other?.kind === "char" && other.char === ".") {
    return false;
  }
  return segmentsMeet(segment, wanted);
}
