/** Whether a text holds all of these words, or parts of words, in any order and in large or small letters. */
export function hasAllWords(text: string, words: string): boolean {
  const lower = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
