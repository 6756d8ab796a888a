import { expandBraces } from "./expand-braces.ts";
import { escapeGlob, literalWord, type ShellWord } from "./shell-word.ts";

/** The words that `src/{a,b}.ts` becomes, in bash's order. Undefined: it holds more than plain text, stars, braces. */
export function braceWords(text: string): readonly ShellWord[] | undefined {
  if (text.length > MAX_LENGTH || !/^[\w./@:=+,%{}*-]+$/.test(text)) return undefined;
  // Of groups in groups the words come in another order, and some of them twice.
  if (/\{[^{}]*\{/.test(text)) return undefined;
  const words = expandBraces(text);
  const plain = words.every((word) => word !== "" && !/[{}]/.test(word));
  return plain && words.length > 1 && words.length <= MAX_WORDS ? words.map(wordOf) : undefined;
}

/** Expanding looks at a word once for each that it becomes. */
const MAX_LENGTH = 1_000;

/** A word that becomes more than these stays one that is not known. */
const MAX_WORDS = 64;

function wordOf(text: string): ShellWord {
  const star = text.indexOf("*");
  if (star < 0) return literalWord(text);
  const prefix = text.slice(0, star);
  const pattern = escapeGlob(prefix) + text.slice(star);
  return { ...literalWord(text), form: "glob", prefix, pattern, splits: true };
}
