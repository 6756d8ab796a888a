import type { CommandArgument } from "unbash";
import { guard } from "../decide/finding.ts";
import { readWord } from "../read/read-word.ts";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import { lookupAt } from "./known-values.ts";
import type { Walk, WordReading } from "./line-visitor.ts";
import type { Place } from "./place.ts";
import { walkAssignment } from "./walk-assignment.ts";

/** Walks what a word expands, and answers what it becomes. */
export function walkWord(
  node: CommandArgument,
  walk: Walk,
  place: Place,
  { choice, again = false }: WordReading = {},
): ShellWord {
  if (node.type === "Assignment") {
    const { value } = walkAssignment(node, walk, place);
    if (value?.form === "literal") return { ...literalWord(`${node.name}=${value.value}`), text: node.text };
    return { ...literalWord(`${node.name}=`), text: node.text, form: "dynamic" };
  }
  if (!again) for (const part of node.parts ?? []) walk.into.part(part, walk, place);
  const { word, covered } = readWord(node, walk.source, lookupAt(place, choice));
  if (!covered && !again) walk.visitor.found(guard(`The word ${JSON.stringify(word.text)} was not understood.`));
  return word;
}
