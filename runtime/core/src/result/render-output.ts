import type { Json } from "../json/json.ts";
import type { ToolOutput } from "./output.ts";
import type { Part } from "./part.ts";

/** What a tool that returned nothing reads as. */
export const NO_OUTPUT = "(no output)";

/** What the model reads of an output: the text, the parts, or the JSON as text. */
export function renderOutput(output: ToolOutput): string | readonly Part[] {
  if (output.type === "parts") return output.parts;
  return output.type === "text" ? output.text : renderJson(output.value);
}

let rendered: Json | undefined;
let text = "";

/**
 * A JSON value as text. Scrubbing and showing a result ask one after the other, so the last answer is kept for one
 * more.
 */
export function renderJson(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (value === rendered) {
    rendered = undefined;
    return text;
  }
  text = JSON.stringify(value);
  rendered = value;
  return text;
}

/** The length of the text that is asked for next, where it is known already. */
export function renderedLength(value: Json): number | undefined {
  return value === rendered ? text.length : undefined;
}
