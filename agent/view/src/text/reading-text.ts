import type { ReadingProgress } from "@toolwright/core";
import { roughDurationText } from "./numbers.ts";

/** How far a model has read a request: `Reading 1,024 of 2,630 tokens, about 90 s`. */
export function readingText({ tokens, totalTokens, leftMs = 0 }: ReadingProgress): string {
  const left = leftMs > 0 ? `, about ${roughDurationText(leftMs)}` : "";
  return `Reading ${counted(tokens)} of ${counted(totalTokens)} tokens${left}`;
}

function counted(tokens: number): string {
  return tokens.toLocaleString("en-US");
}
