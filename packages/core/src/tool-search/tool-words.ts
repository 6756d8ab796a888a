/** Words that say nothing of what a tool does. */
const EMPTY_WORDS: ReadonlySet<string> = new Set("a an and by for from in is of on or the to with".split(" "));

/** The words of a text as a search sees them: lower case, names taken apart, a plural without its s. */
export function toolWords(text: string): string[] {
  const apart = text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2").toLowerCase();
  return (apart.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !EMPTY_WORDS.has(word)).map(singular);
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
