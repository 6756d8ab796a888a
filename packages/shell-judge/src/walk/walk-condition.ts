import type { TestExpression } from "unbash";
import { guard } from "../decide/finding.ts";
import type { Walk } from "./line-visitor.ts";
import type { Place } from "./place.ts";
import { isNumber } from "./walk-arithmetic.ts";

const NUMERIC = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

/** `[[ … ]]` compares numbers by evaluating them and looks at variables by name: both can run commands. */
export function walkCondition(node: TestExpression, walk: Walk, place: Place): void {
  switch (node.type) {
    case "TestGroup":
      walkCondition(node.expression, walk, place);
      return;
    case "TestNot":
      walkCondition(node.operand, walk, place);
      return;
    case "TestLogical":
      for (const operand of node.operands) walkCondition(operand, walk, place);
      return;
    case "TestUnary": {
      walk.into.word(node.operand, walk, place);
      if (/^-[vR]$/.test(node.operator)) walk.visitor.found(guard(`[[ ${node.operator} ]] can run commands.`));
      return;
    }
    case "TestBinary": {
      const words = [node.left, node.right].map((word) => walk.into.word(word, walk, place));
      const numbers = words.every((word) => word.form === "literal" && isNumber(word.value));
      if (NUMERIC.has(node.operator) && !numbers) {
        walk.visitor.found(guard(`[[ ${node.operator} ]] evaluates its operands and can run commands.`));
      }
    }
  }
}
