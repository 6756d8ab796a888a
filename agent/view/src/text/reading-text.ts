import type { ReadingProgress } from "@toolwright/core";
import { statusTexts } from "../words/status.ts";
import { roughDurationText, wholeNumber } from "./numbers.ts";

/** How far a model has read a request: `Reading 1,024 of 2,630 tokens, about 90 s`. */
export function readingText({ tokens, totalTokens, leftMs = 0 }: ReadingProgress): string {
  const [read, all] = [wholeNumber(tokens), wholeNumber(totalTokens)];
  return leftMs > 0 ? statusTexts.readingFor(read, all, roughDurationText(leftMs)) : statusTexts.reading(read, all);
}
