/** One command of a line and when it runs. */
export interface MemoryCommand {
  readonly words: readonly string[];
  /** `;` always, `&&` after success, `||` after failure. */
  readonly after: ";" | "&&" | "||";
}

/**
 * Reads the small part of the shell language that a memory workspace knows: words, single and double quotes, backslashes,
 * `;`, newlines, `&&`, `||`. Undefined for anything else, so that no line is half understood.
 */
export function parseMemoryLine(line: string): readonly MemoryCommand[] | undefined {
  const tokens = tokenise(line);
  if (tokens === undefined) return undefined;
  const commands: { words: string[]; after: ";" | "&&" | "||" }[] = [{ words: [], after: ";" }];
  for (const token of tokens) {
    if (token.operator === undefined) commands.at(-1)?.words.push(token.word);
    else commands.push({ words: [], after: token.operator });
  }
  return commands.filter((command) => command.words.length > 0);
}

type Token = { readonly operator: ";" | "&&" | "||" } | { readonly operator?: undefined; readonly word: string };

const TOKEN = /[ \t]+|(;|\n|&&|\|\|)|((?:'[^']*'|"[^"$`\\]*"|\\[^\n]|[^\s'"\\;&|<>()$`{}#*?])+)/y;

function tokenise(line: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < line.length) {
    const match = TOKEN.exec(line);
    if (match === null) return undefined;
    const [, operator, word] = match;
    if (word !== undefined) tokens.push({ word: unquote(word) });
    if (operator !== undefined) tokens.push({ operator: operator === "&&" || operator === "||" ? operator : ";" });
  }
  return tokens;
}

function unquote(word: string): string {
  return word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, (_, single?: string, double?: string, escaped?: string) => {
    return single ?? double ?? escaped ?? "";
  });
}
