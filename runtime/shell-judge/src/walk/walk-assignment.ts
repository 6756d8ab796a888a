import { type ArithmeticExpression, type Assignment, forEachChild, type SyntaxNode } from "unbash";
import { guard } from "../verdict/finding.ts";
import type { EnvAssignment, Walk } from "./line-visitor.ts";
import type { Place } from "./place.ts";

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
  const value = walk.into.word(node.value, walk, place);
  return { name: node.name, value: node.append !== true && node.index === undefined ? value : undefined };
}

/** Arithmetic evaluates what a variable holds, and a subscript may run commands: only numbers pass. */
export function walkArithmetic(node: ArithmeticExpression | undefined, walk: Walk, place: Place): void {
  if (node !== undefined && !visit(node, walk, place)) {
    walk.visitor.found(guard("Arithmetic on anything but numbers can run commands."));
  }
}

/** True when the text is a whole number as bash writes them. */
export function isNumber(text: string): boolean {
  return /^[-+]?(?:0x[0-9a-fA-F]+|[0-9]+)$/.test(text);
}

function visit(node: SyntaxNode, walk: Walk, place: Place): boolean {
  switch (node.type) {
    case "ArithmeticWord": {
      for (const part of node.parts ?? []) walk.into.part(part, walk, place);
      return isNumber(node.value.trim()) && (node.parts ?? []).every((part) => part.type === "Literal");
    }
    case "ArithmeticCommandExpansion":
      walk.into.part({ ...node, type: "CommandExpansion" }, walk, place);
      return false;
    default: {
      let numeric = true;
      forEachChild(node, (child) => {
        if (!visit(child, walk, place)) numeric = false;
      });
      return numeric;
    }
  }
}
