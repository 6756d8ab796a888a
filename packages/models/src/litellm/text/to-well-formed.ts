/** The text with every half of a surrogate pair that lost its other half replaced by U+FFFD. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}
