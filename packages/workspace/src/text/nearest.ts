/** Longer names are not compared. */
const MAX_LENGTH = 128;

/** Up to `limit` of the candidates that could be a misspelling of `name`, the nearest first. */
export function nearest(name: string, candidates: Iterable<string>, limit: number): readonly string[] {
  const allowed = Math.min(3, Math.max(1, Math.floor(name.length / 3)));
  const found: { candidate: string; distance: number }[] = [];
  for (const candidate of new Set(candidates)) {
    if (candidate === name) continue;
    const distance = distanceOf(name.toLowerCase(), candidate.toLowerCase(), allowed);
    if (distance <= allowed && distance < name.length) found.push({ candidate, distance });
  }
  return found
    .sort((one, other) => one.distance - other.distance)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** Insertions, deletions, replacements and swaps of neighbours; anything above `most` is only known to be above it. */
function distanceOf(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most || Math.max(one.length, other.length) > MAX_LENGTH) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      current.push(cell({ one, other, row, column, current, last, beforeLast }));
    }
    if (Math.min(...current) > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? most + 1;
}

interface Cell {
  readonly one: string;
  readonly other: string;
  readonly row: number;
  readonly column: number;
  readonly current: readonly number[];
  readonly last: readonly number[];
  readonly beforeLast: readonly number[];
}

function cell({ one, other, row, column, current, last, beforeLast }: Cell): number {
  const same = one[row - 1] === other[column - 1];
  const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
  const far = Number.POSITIVE_INFINITY;
  return Math.min(
    (current[column - 1] ?? far) + 1,
    (last[column] ?? far) + 1,
    (last[column - 1] ?? far) + (same ? 0 : 1),
    swapped ? (beforeLast[column - 2] ?? far) + 1 : far,
  );
}
