import type { Part } from "../result/part.ts";

/** What a model reads or says, as one text: an image is its type in brackets. */
export function contentText(content: string | readonly Part[]): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : `[${part.mediaType}]`)).join("\n");
}
