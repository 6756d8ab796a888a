import type { EventData } from "@toolwright/core";

/** How a summary ends: with a line of what it keeps word for word, for the model alone. */
const KEPT = "\nKept as it was: ";

/**
 * The words of a summary, without the line before them that tells the model what it is, and what is kept behind them.
 * Named here again, because a page would bundle the whole runtime with one function of it.
 */
export function summaryText({ content }: EventData["compacted"]["messages"][number]): string {
  if (typeof content !== "string") return "";
  const end = content.lastIndexOf(KEPT);
  const text = end < 0 ? content : content.slice(0, end);
  return text.slice(text.indexOf("\n") + 1).trim();
}
