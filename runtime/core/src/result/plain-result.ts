import type { ToolOutput } from "./output.ts";
import type { ToolResult } from "./tool-result.ts";

/** A success with this output, and nothing to tell beside it. */
export function plainResult(output: ToolOutput): ToolResult {
  return { output, silent: false, isError: false, async: false };
}

/** The same of a text. */
export function textResult(text: string): ToolResult {
  return plainResult({ type: "text", text });
}
