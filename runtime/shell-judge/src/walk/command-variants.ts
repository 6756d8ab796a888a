import type { CommandArgument } from "unbash";
import { foundWords } from "../grammar/found-names.ts";
import { braceWords } from "../read/brace-words.ts";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import { guard } from "../verdict/finding.ts";
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
  const value = part === undefined || part.type === "DoubleQuoted" ? undefined : lookupAt(place, choice)(part);
  if (value?.form !== "literal" || !/^[^\s\\'"$`*?[]+(?:[ \t\n]+[^\s\\'"$`*?[]+)+$/.test(value.value)) return undefined;
  return value.value.split(/\s+/).map(literalWord);
}

/** Programs that only read the files among their words. */
const READERS = /^(?:wc|cat|head|tail|nl|grep|ls|stat|file|du|md5sum|sha1sum|sha256sum)$/;

/** `$(git ls-files)` becomes the names that it prints, cut and expanded; twice, for the first may be a pattern. */
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
  const words = found.map((word) => ({ ...word, resplit: true, expands: true }));
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
