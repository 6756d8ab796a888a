import { editDistance } from "./edit-distance.ts";

const MAX_LENGTH = 64;

/**
 * The candidate most like `name`, or `undefined` when none is near.
 * Case and separators do not count. Names over 64 characters are never near, which bounds the work per pair.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = normalise(name);
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const score = difference(wanted, normalise(candidate));
    if (score < least) [nearest, least] = [candidate, score];
  }
  return nearest;
}

function normalise(name: string): string {
  return name.length > MAX_LENGTH ? "" : name.toLowerCase().replace(/[\s._-]/g, "");
}

/** Edits from one name to the other; infinite when they have too little in common to be worth naming. */
function difference(a: string, b: string): number {
  const longer = Math.max(a.length, b.length);
  const shorter = Math.min(a.length, b.length);
  if (shorter === 0) return Number.POSITIVE_INFINITY;
  const edits = editDistance(a, b);
  const near = edits * 2 <= longer || (shorter > 2 && (a.includes(b) || b.includes(a)));
  return near ? edits : Number.POSITIVE_INFINITY;
}
