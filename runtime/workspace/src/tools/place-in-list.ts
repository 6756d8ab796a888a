/**
 * The place that an offset means in a list, counted from 1: 0 is the first one, and a negative offset counts from the
 * end (-1 is the last one). Never before the first; where it lies behind the last one, it stays there.
 */
export function placeInList(offset: number, length: number): number {
  return Math.max(1, offset < 0 ? length + offset + 1 : offset);
}
