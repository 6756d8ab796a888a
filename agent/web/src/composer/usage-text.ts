import { costText, shortNumber, type Usage } from "@toolwright/view/internal";
import { composerTexts } from "../words/composer.ts";

/** Tokens, and what they cost where that is known; empty for none. */
export function usageText({ inputTokens, outputTokens, costUsd }: Usage): string {
  if (inputTokens + outputTokens === 0) return "";
  const cost = costUsd === undefined ? "" : `, ${costText(costUsd)}`;
  return composerTexts.tokens(shortNumber(inputTokens), shortNumber(outputTokens)) + cost;
}
