import type { CommandArgument } from "unbash";
import { guard } from "../decide/finding.ts";
import { readWord } from "../read/read-word.ts";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import type { Walk } from "./line-visitor.ts";
import { loopVariable } from "./loop-variable.ts";
import type { Place } from "./place.ts";
import { walkAssignment } from "./walk-assignment.ts";

/** Walks what a word expands, and answers the words it may become: one, or each value of a loop variable. */
export function walkWord(node: CommandArgument, walk: Walk, place: Place): readonly ShellWord[] {
  if (node.type === "Assignment") {
    const { value } = walkAssignment(node, walk, place);
    if (value?.form === "literal") return [{ ...literalWord(`${node.name}=${value.value}`), text: node.text }];
    return [{ ...literalWord(`${node.name}=`), text: node.text, form: "dynamic" }];
  }
  for (const part of node.parts ?? []) walk.into.part(part, walk, place);
  const { word, covered } = readWord(node, walk.source);
  if (!covered) walk.visitor.found(guard(`The word ${JSON.stringify(word.text)} was not understood.`));
  return loopVariable(node, place)?.values ?? [word];
}
