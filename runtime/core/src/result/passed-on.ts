import type { ErrorInfo } from "./error-info.ts";
import type { ToolResult } from "./tool-result.ts";

/** What calls inside tools failed with, as their tools were given it. */
const given = new WeakSet<ErrorInfo>();

/** Gives a tool the result of a call inside it. */
export function giveInside(result: ToolResult): ToolResult {
  if (result.error !== undefined) given.add(result.error);
  return result;
}

/** Whether a tool passes on what a call inside it failed with: the tool itself has run. */
export function isPassedOn(error: ErrorInfo): boolean {
  return given.has(error);
}
