import { cutEnd, cutStart } from "@toolwright/core/internal";

/** Longer lines are shown in part. In UTF-16 units. */
export const MAX_SHOWN = 500;

/** Of what stands before the match, so much is shown. */
const BEFORE = 200;

/**
 * A line as it is shown: without a carriage return at its end, and of a long one 500 characters around the place `at`.
 */
export function shownLine(line: string, at = 0): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  if (text.length <= MAX_SHOWN) return text;
  const start = Math.max(0, Math.min(at - BEFORE, text.length - MAX_SHOWN));
  const end = start + MAX_SHOWN;
  const shown = cutEnd(cutStart(text, end), Math.min(MAX_SHOWN, text.length - start));
  return `${start > 0 ? "…" : ""}${shown}${end < text.length ? "…" : ""}`;
}
