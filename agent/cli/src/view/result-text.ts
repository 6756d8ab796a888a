import type { ToolOutput } from "@toolwright/core";
import { contentText } from "@toolwright/core/internal";

/** An output as one text: an image is its type in brackets. */
export function outputText(output: ToolOutput): string {
  if (output.type === "parts") return contentText(output.parts);
  return output.type === "text" ? output.text : JSON.stringify(output.value);
}
