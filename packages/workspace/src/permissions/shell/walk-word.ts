import type { CommandArgument, WordPart } from "unbash";
import { guard } from "../decide/finding.ts";
import type { Walk } from "./line-visitor.ts";
import type { Place } from "./place.ts";
import { readWord } from "./read-word.ts";
import { literalWord, type ShellWord } from "./shell-word.ts";
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
  return loopValues(node.parts ?? [], word, place) ?? [word];
}

/** `"$f"` inside `for f in a b` stands for `a` and for `b`. */
function loopValues(parts: readonly WordPart[], word: ShellWord, place: Place): readonly ShellWord[] | undefined {
  const name = /^"?\$(?:\{([a-z_]\w*)\}|([a-z_]\w*))"?$/.exec(word.text);
  const values = place.variables.get(name?.[1] ?? name?.[2] ?? "");
  if (parts.length !== 1 || values === undefined || values.length === 0) return undefined;
  const quoted = parts[0]?.type === "DoubleQuoted";
  const plain = values.every((value) => value.form === "literal" && /^[\w./@:+,-]*$/.test(value.value));
  return quoted || plain ? values : undefined;
}
