import type { ToolResult } from "@toolwright/core";

/** What a call came to, as one text. */
export function saidBy({ output }: Pick<ToolResult, "output">): string {
  if (output.type === "text") return output.text;
  if (output.type === "json") return JSON.stringify(output.value);
  return output.parts.map((part) => (part.type === "text" ? part.text : `[image ${part.mediaType}]`)).join("\n");
}
