import type { ToolOutput } from "./output.ts";

/** UTF-16 units of the texts, images and files of an output; a value has none. */
export function charactersOf(output: ToolOutput): number {
  const shown = output.type === "parts" ? output.parts : (output.forModel ?? []);
  const parts = output.type === "text" ? [output, ...shown] : shown;
  return parts.reduce((sum, part) => sum + (part.type === "text" ? part.text : (part.data ?? "")).length, 0);
}
