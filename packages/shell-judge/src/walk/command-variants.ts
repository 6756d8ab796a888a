import type { CommandArgument } from "unbash";
import { guard } from "../decide/finding.ts";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import { guessedWords } from "./guessed-words.ts";
import { type Choice, lookupAt, namesIn, valuesOf } from "./known-values.ts";
import type { Walk } from "./line-visitor.ts";
import type { Place } from "./place.ts";

/** More combinations of values than this are not judged one by one. */
const MAX_VARIANTS = 64;

/** The words of a command, once for each combination of values that the variables among them may have. */
export function commandVariants(
  nodes: readonly CommandArgument[],
  walk: Walk,
  place: Place,
): readonly (readonly ShellWord[])[] {
  const names = new Set(nodes.flatMap((node) => [...namesIn(node)]));
  const several = [...names].flatMap((name): [string, readonly ShellWord[]][] => {
    const values = valuesOf(name, place) ?? [];
    return values.length > 1 ? [[name, values]] : [];
  });
  const choices = combine(several);
  if (choices.length > MAX_VARIANTS) {
    walk.visitor.found(guard("The loops have more combinations than are judged."));
  }
  return choices.slice(0, MAX_VARIANTS).map((choice, index) => {
    const reading = { choice, again: index > 0 };
    if (place.guesses !== undefined)
      return nodes.flatMap((node) => guessedWords(node, walk.into.word(node, walk, place, reading), place));
    return nodes.flatMap((node) => splitValue(node, place, choice) ?? [walk.into.word(node, walk, place, reading)]);
  });
}

/** An unquoted variable whose value holds blanks becomes several words. */
function splitValue(node: CommandArgument, place: Place, choice: Choice): readonly ShellWord[] | undefined {
  if (node.type !== "Word" || node.parts?.length !== 1) return undefined;
  const [part] = node.parts;
  const value = part === undefined || part.type === "DoubleQuoted" ? undefined : lookupAt(place, choice)(part, false);
  if (value?.form !== "literal" || !/^[^\s\\'"$`*?[]+(?:[ \t\n]+[^\s\\'"$`*?[]+)+$/.test(value.value)) return undefined;
  return value.value.split(/\s+/).map(literalWord);
}

/** Stops soon after there are too many. */
function combine(variables: readonly (readonly [string, readonly ShellWord[]])[]): readonly Choice[] {
  let choices: readonly Choice[] = [new Map()];
  for (const [name, values] of variables) {
    if (choices.length > MAX_VARIANTS) break;
    choices = choices.flatMap((chosen) => values.map((value) => new Map([...chosen, [name, value]])));
  }
  return choices;
}
