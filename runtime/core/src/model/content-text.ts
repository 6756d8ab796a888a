import { fileLine } from "../result/file-part.ts";
import type { Part } from "../result/part.ts";

/** What a model reads or says, as one text: an image is its type in brackets, a file its line. */
export function contentText(content: string | readonly Part[]): string {
  if (typeof content === "string") return content;
  return content.map(partText).join("\n");
}

function partText(part: Part): string {
  if (part.type === "text") return part.text;
  return part.type === "image" ? `[${part.mediaType}]` : fileLine(part);
}
