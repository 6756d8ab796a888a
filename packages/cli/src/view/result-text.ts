import type { Part, ToolOutput } from "@toolwright/core";

/** An output as one text: an image is its type in brackets. */
export function outputText(output: ToolOutput): string {
  if (output.type === "parts") return contentText(output.parts);
  return output.type === "text" ? output.text : JSON.stringify(output.value);
}

/** What a model reads, as one text. */
export function contentText(content: string | readonly Part[]): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : `[${part.mediaType}]`)).join("\n");
}
