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
    for (const element of node.value.elements) walk.into.word(element, walk, place);
    return { name: node.name, value: undefined };
  }
  const values = walk.into.word(node.value, walk, place);
  const plain = node.append !== true && node.index === undefined && values.length === 1;
  return { name: node.name, value: plain ? values[0] : undefined };
}
