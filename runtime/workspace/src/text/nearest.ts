import { editDistance } from "@toolwright/core/internal";

/** Longer names are not compared. */
const MAX_LENGTH = 128;

/** Up to `limit` of the candidates that could be a misspelling of `name`, the nearest first. */
export function nearest(name: string, candidates: Iterable<string>, limit: number): readonly string[] {
  const allowed = Math.min(3, Math.max(1, Math.floor(name.length / 3)));
  const found: { candidate: string; distance: number }[] = [];
  for (const candidate of new Set(candidates)) {
    if (candidate === name || Math.max(name.length, candidate.length) > MAX_LENGTH) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), allowed);
    if (distance <= allowed && distance < name.length) found.push({ candidate, distance });
  }
  return found
    .sort((one, other) => one.distance - other.distance)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}
