import type { Assignment } from "unbash";
import { guard } from "../decide/finding.ts";
import type { Walk } from "./line-visitor.ts";
import type { Place } from "./place.ts";
import type { EnvAssignment } from "./simple-command.ts";
import { isNumber } from "./walk-arithmetic.ts";

/** Walks the value and the subscript of an assignment. */
export function walkAssignment(node: Assignment, walk: Walk, place: Place): EnvAssignment {
  if (node.index !== undefined) {
    walk.into.word(node.index, walk, place);
    if (!isNumber(node.index.text)) walk.visitor.found(guard("A subscript can run commands."));
  }
  if (node.value.type === "ArrayValue") {
    const elements = node.value.elements.map((element) => walk.into.word(element, walk, place));
    return { name: node.name, value: undefined, elements };
  }
  const value = walk.into.word(node.value, walk, place);
  return { name: node.name, value: node.append !== true && node.index === undefined ? value : undefined };
}
