import { failure } from "../../result/failure.ts";
import type { ToolResult } from "../../result/tool-result.ts";

/** The result of a tool that ran, and returned what cannot be written as JSON. */
export function notSerialisable(): ToolResult {
  const message = "the tool ran; its result cannot be written as JSON.";
  return failure({ code: "not_serialisable", message, suggestion: "Do not repeat it to get the result." });
}
