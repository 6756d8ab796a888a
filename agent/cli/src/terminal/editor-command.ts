import type { Environment } from "../model/environment.ts";

/**
 * The program that `VISUAL`, or else `EDITOR`, names, and its arguments; undefined where neither says one that can be
 * read. Blanks part words; quotes hold them together, and a backslash takes the next character as it is. Nothing else
 * means anything: no shell reads it.
 */
export function editorCommand({ VISUAL, EDITOR }: Environment): readonly [string, ...string[]] | undefined {
  const [program, ...args] = wordsIn(VISUAL?.trim() || EDITOR?.trim() || "") ?? [];
  return program ? [program, ...args] : undefined;
}

const PIECE = /\s+|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\])/y;

/** Undefined where a quote is left open. */
function wordsIn(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let isOpen = false;
  for (PIECE.lastIndex = 0; PIECE.lastIndex < line.length; ) {
    const piece = PIECE.exec(line);
    if (piece === null) return undefined;
    const [, single, double, escaped, bare] = piece;
    const text = single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? escaped ?? bare;
    if (text === undefined) isOpen = false;
    else if (isOpen) words.push(`${words.pop() ?? ""}${text}`);
    else words.push(text);
    if (text !== undefined) isOpen = true;
  }
  return words;
}
