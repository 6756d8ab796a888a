import { jsonSize } from "../json/json-size.ts";
import type { Uncopied } from "../json/to-json.ts";
import { utf8Length } from "../text/utf8-length.ts";
import type { ToolOutput } from "./output.ts";
import type { Part } from "./part.ts";
import type { ToolResult } from "./tool-result.ts";

/** The same result, or why it has none: its output takes more than so many bytes. */
export function unlessTooLarge(result: ToolResult, maxBytes: number): ToolResult | Uncopied {
  const atLeast = sizeOf(result.output);
  return atLeast <= maxBytes ? result : { ok: false, problem: "", what: "", path: [], atLeast };
}

function sizeOf(output: ToolOutput): number {
  if (output.type === "parts") return partsSize(output.parts);
  const own = output.type === "json" ? jsonSize(output.value) : utf8Length(output.text);
  return own + partsSize(output.forModel ?? []);
}

function partsSize(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + utf8Length(part.type === "text" ? part.text : (part.data ?? "")), 0);
}
