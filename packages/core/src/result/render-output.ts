import type { ToolOutput } from "./output.ts";
import type { Part } from "./part.ts";

/** What a tool that returned nothing reads as. */
export const NO_OUTPUT = "(no output)";

/** What the model reads of an output: the text, the parts, or the JSON as text. */
export function renderOutput(output: ToolOutput): string | readonly Part[] {
  if (output.type === "parts") return output.parts;
  return output.type === "text" ? output.text : JSON.stringify(output.value);
}

/** The text parts, one after the other. */
export function partsText(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : `[${part.mediaType}]`)).join("");
}
