import { countUpTo } from "./count-up-to.ts";
import type { WrittenSpan } from "./edit-result.ts";
import type { Splice } from "./splice.ts";

/** Where the inserted texts stand after their splices were made. */
export function spansWritten(splices: readonly Splice[]): WrittenSpan[] {
  let shift = 0;
  return splices.map(({ start, end, insert }) => {
    const span = { start: start + shift, end: start + shift + insert.length };
    shift += insert.length - (end - start);
    return span;
  });
}

/** Where earlier spans stand after later splices were made. */
export function spansMoved(spans: readonly WrittenSpan[], splices: readonly Splice[]): WrittenSpan[] {
  const shifts = shiftsOf(splices);
  const ends = splices.map(({ end }) => end);
  return spans.map(({ start, end }) => {
    const shift = shifts[countUpTo(ends, start)] ?? 0;
    return { start: start + shift, end: end + shift };
  });
}

/** By how much a text moves behind the first `n` splices. */
function shiftsOf(splices: readonly Splice[]): number[] {
  const shifts = [0];
  for (const { start, end, insert } of splices) shifts.push((shifts.at(-1) ?? 0) + insert.length - (end - start));
  return shifts;
}
