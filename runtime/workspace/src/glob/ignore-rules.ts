import { expandBraces } from "./expand-braces.ts";
import { matchesPath, type PathPattern, parsePathPattern } from "./path-pattern.ts";

interface IgnoreRule {
  readonly pattern: PathPattern;
  readonly verdict: IgnoreVerdict;
  readonly directoriesOnly: boolean;
}

/** What the lines of an ignore file say of a path. */
export type IgnoreVerdict = "ignored" | "included";

/** The lines of one ignore file. */
export type IgnoreRules = readonly IgnoreRule[];

/** More lines, longer ones, and those behind so many rules count for nothing: braces make up to 1,000 of one line. */
const MAX_LINES = 10_000;
const MAX_LINE = 1_000;
const MAX_RULES = 20_000;

/** Reads a file in the format of `.gitignore`. */
export function parseIgnoreRules(text: string): IgnoreRules {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/, MAX_LINES);
  const rules: IgnoreRule[] = [];
  for (const line of lines) if (line.length <= MAX_LINE && rules.length < MAX_RULES) rules.push(...rulesOf(line));
  return rules;
}

/**
 * What the last line that fits says of a path, given by its names from the file's folder on; undefined when none does.
 */
export function judgeByRules(
  rules: IgnoreRules,
  names: readonly string[],
  isDirectory: boolean,
): IgnoreVerdict | undefined {
  const bytes = names.map(asBytes);
  const fits = (rule: IgnoreRule) => (isDirectory || !rule.directoriesOnly) && matchesPath(rule.pattern, bytes);
  return rules.findLast(fits)?.verdict;
}

function rulesOf(line: string): readonly IgnoreRule[] {
  const written = withoutTrailingBlanks(line);
  if (written === "" || written.startsWith("#")) return [];
  const included = written.startsWith("!");
  const text = included ? written.slice(1) : written;
  const directoriesOnly = text.endsWith("/");
  const path = directoriesOnly ? text.slice(0, -1) : text;
  const verdict = included ? "included" : "ignored";
  // Git knows no braces in these files; ripgrep, whose searches ours are like, does.
  return (expandBraces(path) ?? []).flatMap((glob) => {
    const pattern = parsePathPattern(asBytes(glob));
    if (pattern.length === 0) return [];
    return [{ pattern: glob.includes("/") ? pattern : ["**", ...pattern], verdict, directoriesOnly }];
  });
}

/** Git and ripgrep take `?` and `[!a]` of an ignore file for one byte: each byte as a character. */
function asBytes(text: string): string {
  return /[^\0-\x7F]/.test(text) ? Buffer.from(text).toString("latin1") : text;
}

/** A blank after a backslash stays. */
function withoutTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && line.charAt(end - 1) === " " && line.charAt(end - 2) !== "\\") end -= 1;
  return line.slice(0, end);
}
