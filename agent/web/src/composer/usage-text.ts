import { costText, shortNumber, type Usage } from "@toolwright/view/internal";

/** Tokens, and what they cost where that is known; empty for none. */
export function usageText({ inputTokens, outputTokens, costUsd }: Usage): string {
  if (inputTokens + outputTokens === 0) return "";
  const cost = costUsd === undefined ? "" : `, ${costText(costUsd)}`;
  return `${shortNumber(inputTokens)} tokens in, ${shortNumber(outputTokens)} out${cost}`;
}
