import type { Json, JsonObject } from "../../json/json.ts";
import { outputText } from "../../result/output-text.ts";
import type { ToolResult } from "../../result/tool-result.ts";

/** What a composite shows of a sub-call: its output, or `{error}`. */
export function entryOutput({ output, isError, error }: ToolResult): Json {
  if (!isError) return output.type === "json" ? output.value : outputText(output);
  if (output.type === "json") return output.value;
  if (error === undefined) return { error: outputText(output) };
  return { error: error.suggestion === undefined ? error.message : `${error.message} ${error.suggestion}` };
}

/** The arguments of a sub-call as a runner takes them. What is no object goes on as text, and is refused there. */
export function argumentsOf(args: unknown): string | JsonObject {
  if (typeof args === "string") return args;
  return isObject(args) ? args : JSON.stringify(args ?? {});
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
