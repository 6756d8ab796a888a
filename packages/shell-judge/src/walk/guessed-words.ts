import type { CommandArgument, WordPart } from "unbash";
import { expandBraces } from "../never/expand-braces.ts";
import { CUT, type ShellWord } from "../read/shell-word.ts";
import { patternWord } from "./guesses.ts";
import type { Place } from "./place.ts";

/** The words that one word becomes, as a guess: `"$@"`, values that are cut at blanks, braces. */
export function guessedWords(node: CommandArgument, word: ShellWord, place: Place): readonly ShellWord[] {
  const list = node.type === "Word" ? listIn(node.parts ?? [], place) : undefined;
  if (list !== undefined) return list;
  if (word.form === "dynamic" && /^[^"'`$\\]*\{[^"'`$\\]*$/.test(word.text) && word.value !== word.text) {
    const expanded = expandBraces(word.text);
    if (expanded.length > 1) return expanded.map((text) => ({ ...patternWord(text), tilde: text.startsWith("~") }));
  }
  return word.value.includes(CUT) || word.pattern.includes(CUT) ? cutApart(word) : [word];
}

/** The elements of a list that is the whole word, each a word of its own. */
function listIn(parts: readonly WordPart[], place: Place): readonly ShellWord[] | undefined {
  const [part] = parts;
  if (parts.length !== 1 || part === undefined) return undefined;
  if (part.type === "DoubleQuoted") return listIn(part.parts, place);
  if (part.type !== "SimpleExpansion" && part.type !== "ParameterExpansion") return undefined;
  const name = /^\$(?:\{([A-Za-z_]\w*)\[[@*]\]\}|\{?([@*])\}?)$/.exec(part.text);
  return name === null ? undefined : place.variables.list(name[1] ?? "@");
}

function cutApart(word: ShellWord): readonly ShellWord[] {
  const deep = word.below === true;
  if (word.form !== "dynamic") {
    const text = word.form === "glob" ? word.pattern : word.value;
    return text
      .split(CUT)
      .filter((piece) => piece !== "")
      .map((piece) => patternWord(piece, deep));
  }
  const pieces = word.prefix.split(CUT);
  const last = pieces.pop() ?? "";
  return [
    ...pieces.filter((piece) => piece !== "").map((piece) => patternWord(piece)),
    { ...word, value: last, prefix: last },
  ];
}
