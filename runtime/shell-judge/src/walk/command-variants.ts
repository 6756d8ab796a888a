import type { CommandArgument, WordPart } from "unbash";
import { foundWords } from "../grammar/found-names.ts";
import { braceWords } from "../read/brace-words.ts";
import { expandBraces } from "../read/expand-braces.ts";
import { CUT, literalWord, type ShellWord } from "../read/shell-word.ts";
import { guard } from "../verdict/finding.ts";
import { patternWord } from "./guesses.ts";
import { type Choice, lookupAt, namesIn, valuesOf } from "./known-values.ts";
import type { Walk } from "./line-visitor.ts";
import type { Place } from "./place.ts";
import type { Steps } from "./steps.ts";
import { namesPrintedBy } from "./walk-part.ts";

/** More combinations of values than this are not judged one by one. */
const MAX_VARIANTS = 64;

/** The words of a command, once for each combination of values that the variables among them may have. */
export function commandVariants(
  nodes: readonly CommandArgument[],
  walk: Walk,
  place: Place,
): readonly (readonly ShellWord[])[] {
  const names = new Set(nodes.flatMap((node) => [...namesIn(node, walk.visitor.steps)]));
  const several = [...names].flatMap((name): [string, readonly ShellWord[]][] => {
    const values = valuesOf(name, place) ?? [];
    return values.length > 1 ? [[name, values]] : [];
  });
  const choices = combine(several);
  if (choices.length > MAX_VARIANTS) {
    walk.visitor.found(guard("The loops have more combinations than are judged."));
  }
  walk.visitor.steps.take(choices.length * (1 + nodes.length));
  return choices.slice(0, MAX_VARIANTS).map((choice, index) => {
    const reading = { choice, again: index > 0 };
    if (place.guesses !== undefined)
      return nodes.flatMap((node) => guessedWords(node, walk.into.word(node, walk, place, reading), walk, place));
    return nodes.flatMap((node) => {
      const split =
        splitValue(node, place, choice) ?? (node === nodes[0] ? undefined : bracesOf(node, walk.visitor.steps));
      if (split !== undefined) return split;
      const word = walk.into.word(node, walk, place, reading);
      return printedNames(node, nodes[0], place) ?? [word];
    });
  });
}

function bracesOf(node: CommandArgument, steps: Steps): readonly ShellWord[] | undefined {
  if (node.type !== "Word" || !node.text.includes("{")) return undefined;
  const groups = node.text.split("{").length - 1;
  steps.takeText(Math.min(node.text.length, 1_000) * Math.min(2 ** groups, 256));
  return braceWords(node.text);
}

/** An unquoted variable whose value holds blanks becomes several words. */
function splitValue(node: CommandArgument, place: Place, choice: Choice): readonly ShellWord[] | undefined {
  if (node.type !== "Word" || node.parts?.length !== 1) return undefined;
  const [part] = node.parts;
  const value = part === undefined || part.type === "DoubleQuoted" ? undefined : lookupAt(place, choice)(part, false);
  if (value?.form !== "literal" || !/^[^\s\\'"$`*?[]+(?:[ \t\n]+[^\s\\'"$`*?[]+)+$/.test(value.value)) return undefined;
  return value.value.split(/\s+/).map(literalWord);
}

/** Programs that only read the files among their words. */
const READERS = /^(?:wc|cat|head|tail|nl|grep|ls|stat|file|du|md5sum|sha1sum|sha256sum)$/;

/**
 * `$(git ls-files)` becomes the names that it prints, cut at blanks, with their wildcards expanded. Twice: the first of
 * them may be a pattern to the program.
 */
function printedNames(
  node: CommandArgument,
  name: CommandArgument | undefined,
  { variables }: Place,
): readonly ShellWord[] | undefined {
  if (node.type !== "Word" || node.parts?.length !== 1) return undefined;
  const [part] = node.parts;
  if (name?.text === "git" && part?.type === "CommandExpansion" && COMMON_ANCESTOR.test(part.text))
    return [literalWord("HEAD~1")];
  if (!READERS.test(name?.text ?? "")) return undefined;
  const names = part?.type === "CommandExpansion" && !variables.isSet("IFS") ? namesPrintedBy(part) : undefined;
  const found = names === undefined ? [] : foundWords(names);
  const words = found.map((word) => ({ ...word, resplit: true as const, expands: true as const }));
  return names === undefined ? undefined : [...words, ...words];
}

/** It prints an earlier commit, or nothing. */
const COMMON_ANCESTOR = /^\$\(git merge-base (?!-)[\w./@~^]+ (?!-)[\w./@~^]+\)$/;

/** Stops soon after there are too many. */
function combine(variables: readonly (readonly [string, readonly ShellWord[]])[]): readonly Choice[] {
  let choices: readonly Choice[] = [new Map()];
  for (const [name, values] of variables) {
    if (choices.length > MAX_VARIANTS) break;
    choices = choices.flatMap((chosen) => values.map((value) => new Map([...chosen, [name, value]])));
  }
  return choices;
}

/** The words that one word becomes, as a guess: `"$@"`, values that are cut at blanks, braces. */
function guessedWords(node: CommandArgument, word: ShellWord, walk: Walk, place: Place): readonly ShellWord[] {
  const list = node.type === "Word" ? listIn(node.parts ?? [], place) : undefined;
  walk.visitor.steps.take(1 + (list?.length ?? 0));
  if (list !== undefined) return list;
  if (word.form === "dynamic" && /^[^"'`$\\]*\{[^"'`$\\]*$/.test(word.text) && word.value !== word.text) {
    const expanded = expandBraces(word.text);
    walk.visitor.steps.take(expanded.length * Math.ceil(word.text.length / 64));
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
