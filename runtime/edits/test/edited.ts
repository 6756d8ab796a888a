import { type ApplyEditOptions, applyEdit } from "../src/apply-edit.ts";

/** What becomes of one edit of a file. */
export function outcomeOf(
  file: string,
  oldString: string,
  newString: string,
  matchMode: ApplyEditOptions["matchMode"] = "auto",
) {
  return applyEdit({ path: "a", bytes: new TextEncoder().encode(file), oldString, newString, matchMode });
}

/** The text afterwards, or why nothing was replaced. */
export function edited(...parameters: Parameters<typeof outcomeOf>): string {
  const outcome = outcomeOf(...parameters);
  return outcome.ok ? outcome.text : outcome.reason;
}
