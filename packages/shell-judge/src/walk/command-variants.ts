import type { CommandArgument } from "unbash";
import { guard } from "../decide/finding.ts";
import type { ShellWord } from "../read/shell-word.ts";
import type { Walk } from "./line-visitor.ts";
import { loopVariable } from "./loop-variable.ts";
import type { Place } from "./place.ts";

/** More combinations of loop variables than this are not judged one by one. */
const MAX_VARIANTS = 64;

/** The words of a command, once for each combination of values that the loop variables among them may have. */
export function commandVariants(
  nodes: readonly CommandArgument[],
  walk: Walk,
  place: Place,
): readonly (readonly ShellWord[])[] {
  const slots = nodes.map((node) => ({
    variable: loopVariable(node, place),
    words: walk.into.word(node, walk, place),
  }));
  const variables = new Map(slots.flatMap(({ variable }) => (variable ? [[variable.name, variable.values]] : [])));
  const combinations = combine(variables);
  if (combinations.length > MAX_VARIANTS) {
    walk.visitor.found(guard("The loops have more combinations than are judged."));
  }
  return combinations
    .slice(0, MAX_VARIANTS)
    .map((chosen) => slots.flatMap(({ variable, words }) => chosen.get(variable?.name ?? "") ?? words));
}

/** Stops soon after there are too many. */
function combine(variables: ReadonlyMap<string, readonly ShellWord[]>): readonly ReadonlyMap<string, ShellWord>[] {
  let combinations: ReadonlyMap<string, ShellWord>[] = [new Map()];
  for (const [name, values] of variables) {
    if (combinations.length > MAX_VARIANTS) break;
    combinations = combinations.flatMap((chosen) => values.map((value) => new Map([...chosen, [name, value]])));
  }
  return combinations;
}
