import type { Json } from "../json/json.ts";
import { fileLine } from "./file-part.ts";
import type { ToolOutput } from "./output.ts";
import type { Part } from "./part.ts";

/** An output as one text: the text, the JSON, or the texts of the parts with a line for each image and file. */
export function outputText(output: ToolOutput): string {
  if (output.type === "text") return output.text;
  if (output.type === "json") return JSON.stringify(output.value);
  return output.parts.map(partText).join("\n");
}

function partText(part: Part): string {
  if (part.type === "text") return part.text;
  if (part.type === "image") return `[image ${part.mediaType}, ${part.data.length} characters of base64]`;
  return fileLine(part);
}

/** An output as one value. */
export function outputValue(output: ToolOutput): Json {
  if (output.type === "text") return output.text;
  return output.type === "json" ? output.value : output.parts;
}
