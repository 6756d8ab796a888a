import { join, normalise } from "../paths/lexical.ts";
import type { ShellWord } from "../read/shell-word.ts";
import type { Place } from "../walk/place.ts";

/** A file of the line is written: what it holds may be run later in it. */
export function keepText(target: ShellWord, text: string | undefined, place: Place): void {
  const path = pathOf(target, place);
  if (path !== undefined && text !== undefined) place.guesses?.files.set(path, text);
}

/** What a file holds that the line wrote. */
export function textOf(word: ShellWord, place: Place): string | undefined {
  const path = pathOf(word, place);
  return path === undefined ? undefined : place.guesses?.files.get(path);
}

function pathOf(word: ShellWord, { directories }: Place): string | undefined {
  const from = directories?.[0];
  if (word.form !== "literal" || word.value.startsWith("-") || word.tilde || from === undefined) return undefined;
  return normalise(join(from, word.value));
}
