/**
 * A word as the search compares it: without its ending, so that "approve" finds "approvals"; null for words that every
 * question has. The generator hands its text on to the page, so it uses nothing from outside.
 */
export function termOf(text) {
  const word = text.toLowerCase().replace(/[^\p{L}\p{N}_]/gu, "");
  const isInEveryQuestion =
    /^(?:how|do|does|i|can|to|the|a|an|is|it|my|me|of|in|on|for|what|with|and|or|when|where|also)?$/;
  if (isInEveryQuestion.test(word)) return null;
  return word.length > 4 ? word.replace(/(?:ings?|ed|es|s|als?|e)$/, "") : word;
}
