/** Splits a command pattern at blanks, quotes keeping a word together. An open quote is undefined. */
export function splitWords(text: string): readonly string[] | undefined {
  const words: string[] = [];
  const part = /\s*((?:[^\s'"]|'[^']*'|"[^"]*")+)/y;
  const trimmed = text.trim();
  while (part.lastIndex < trimmed.length) {
    const match = part.exec(trimmed);
    if (match?.[1] === undefined) return undefined;
    words.push(match[1].replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));
  }
  return words;
}
