import { expandBraces } from "./expand-braces.ts";
import { matchesPath, type PathPattern, parsePathPattern } from "./path-pattern.ts";

/** A glob as people write them: `*`, `?`, `[a-z]`, `**`, `{a,b}`, and `!` in front for everything else. */
export interface FileGlob {
  /** Whether a path, given by its names, fits. */
  matches(names: readonly string[]): boolean;
  /** Globs of which the last name of every match fits one; undefined when that would say nothing. */
  readonly lastNames: readonly string[] | undefined;
}

/** Longer globs are refused. In UTF-16 units. */
const MAX_LENGTH = 2_000;

/**
 * Reads a glob; undefined when it is too long or stands for too many. `anyDepth`: one without a slash fits at every
 * depth.
 */
export function parseFileGlob(text: string, options: { readonly anyDepth?: boolean } = {}): FileGlob | undefined {
  const negated = text.startsWith("!");
  const alternatives = text.length > MAX_LENGTH ? undefined : expandBraces(negated ? text.slice(1) : text);
  if (alternatives === undefined) return undefined;
  const patterns = alternatives.map((one) => patternOf(one, options.anyDepth === true));
  const matches = (names: readonly string[]) => patterns.some((pattern) => matchesPath(pattern, names));
  if (negated) return { matches: (names) => !anyPart(matches, names), lastNames: undefined };
  return { matches, lastNames: lastNames(alternatives) };
}

function patternOf(text: string, anyDepth: boolean): PathPattern {
  const pattern = parsePathPattern(text);
  return anyDepth && !text.replace(/\/$/, "").includes("/") ? ["**", ...pattern] : pattern;
}

/** What is left out takes everything below it along. */
function anyPart(matches: (names: readonly string[]) => boolean, names: readonly string[]): boolean {
  return names.some((_, index) => matches(names.slice(0, index + 1)));
}

function lastNames(alternatives: readonly string[]): readonly string[] | undefined {
  const names = alternatives.map((one) => one.slice(one.lastIndexOf("/") + 1));
  return names.every((name) => /^[\w.*?@+-]+$/.test(name) && !/^\*+$/.test(name)) ? [...new Set(names)] : undefined;
}
