/** The text with every unpaired surrogate replaced by U+FFFD; the same text when there is none. */
export function wellFormed(text: string): string {
  // The first test is free for Latin-1 text; `isWellFormed` is not in every runtime yet.
  return /[\ud800-\udfff]/.test(text) ? text.replace(/\p{Surrogate}/gu, "\ufffd") : text;
}
