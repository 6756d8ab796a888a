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

/** UTF-16 units of a text that is kept beside the last one, and how many are. */
const KEPT = { units: 1_000, texts: 128 };

let rendered: Json | undefined;
let text = "";
/** Of calls that run at the same time, whose results are scrubbed before the first of them is shown. */
const others = new Map<Json, string>();

/** A JSON value as text. Scrubbing and showing a result ask one after the other, so the last answer, and short ones before it, are kept for one more. */
export function renderJson(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const known = value === rendered ? text : others.get(value);
  if (known === undefined) return rememberText(value, JSON.stringify(value));
  if (value === rendered) rendered = undefined;
  else others.delete(value);
  return known;
}

function rememberText(value: Json, written: string): string {
  if (others.size === KEPT.texts) others.clear();
  if (rendered !== undefined && text.length <= KEPT.units) others.set(rendered, text);
  rendered = value;
  text = written;
  return written;
}

/** The text parts, one after the other. */
export function partsText(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : `[${part.mediaType}]`)).join("");
}
