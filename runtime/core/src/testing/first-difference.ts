import { cutWithEllipsis } from "../text/cut-with-ellipsis.ts";

/** Where two values part, and what stands there in each. */
export interface Difference {
  /** JSON Pointer (RFC 6901). */
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}

/**
 * The first place, in key order, at which two JSON values differ; undefined when they are equal. Where a matcher of
 * Vitest or Jest is expected (`expect.any(String)`), it decides.
 */
export function firstDifference(expected: unknown, found: unknown, path = ""): Difference | undefined {
  if (expected === found) return undefined;
  const different = { path, expected: shownJson(expected), found: shownJson(found) };
  if (isMatcher(expected)) return expected.asymmetricMatch(found) ? undefined : different;
  const [left, right] = [membersOf(expected), membersOf(found)];
  if (left === undefined || right === undefined || Array.isArray(expected) !== Array.isArray(found)) return different;
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const step = key.replaceAll("~", "~0").replaceAll("/", "~1");
    const within = firstDifference(left.get(key), right.get(key), `${path}/${step}`);
    if (within !== undefined) return within;
  }
  return undefined;
}

/** UTF-16 units: a person compares the beginnings. */
const LONGEST = 80;

/** As much of a value as a sentence has room for. */
export function shownJson(value: unknown, longest = LONGEST): string {
  if (value === undefined) return "nothing";
  if (isMatcher(value)) return String(value);
  return cutWithEllipsis(JSON.stringify(value), longest);
}

interface Matcher {
  asymmetricMatch(value: unknown): boolean;
}

function isMatcher(value: unknown): value is Matcher {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "asymmetricMatch") === "function";
}

function membersOf(value: unknown): Map<string, unknown> | undefined {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)) : undefined;
}
