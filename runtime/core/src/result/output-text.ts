import type { Json } from "../json/json.ts";
import type { ToolOutput } from "./output.ts";

/** An output as one text: the text, the JSON, or the texts of the parts with a line for each image. */
export function outputText(output: ToolOutput): string {
  if (output.type === "text") return output.text;
  if (output.type === "json") return JSON.stringify(output.value);
  const texts = output.parts.map((part) =>
    part.type === "text" ? part.text : `[image ${part.mediaType}, ${part.data.length} characters of base64]`,
  );
  return texts.join("\n");
}

/** An output as one value. */
export function outputValue(output: ToolOutput): Json {
  if (output.type === "text") return output.text;
  return output.type === "json" ? output.value : output.parts;
}
