import type { JournalEvent } from "./event.ts";

/** The place of the first event after `seq`, from `low` on. Numbers rise, but may leave gaps. */
export function firstAfter(events: readonly JournalEvent[], seq: number, low = 0): number {
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
