import type {
  ArithmeticFor,
  Case,
  CompoundCommand,
  CompoundList,
  For,
  If,
  Select,
  SyntaxNode,
  TestExpression,
  While,
} from "unbash";
import { forbidden, guard } from "../verdict/finding.ts";
import { commandVariants } from "./command-variants.ts";
import { startsForEver } from "./endless-loop.ts";
import type { Walk } from "./line-visitor.ts";
import { after, type Directories, type Exits, eitherOf, ownShell, type Place, stay } from "./place.ts";
import { assignedIn, atHome, isFreeName } from "./variables.ts";
import { isNumber, walkArithmetic } from "./walk-assignment.ts";

/** Walks groups, branches, loops and tests. */
export function walkCompound(node: CompoundCommand, walk: Walk, place: Place): Exits {
  switch (node.type) {
    case "Subshell":
      walk.into.list(node.body.commands, walk, ownShell(place, walk.visitor));
      return stay(place.directories);
    case "BraceGroup":
      return walk.into.list(node.body.commands, walk, place);
    case "If":
      return walkIf(node, walk, place);
    case "While":
      noteEndless(node, walk);
      return loop([node.clause, node.body], walk, place);
    case "For":
    case "Select":
      return walkFor(node, walk, place);
    case "Case":
      return walkCase(node, walk, place);
    case "TestCommand":
      walkCondition(node.expression, walk, place);
      return stay(place.directories);
    case "ArithmeticCommand":
      walkArithmetic(node.expression, walk, place);
      return stay(place.directories);
    case "ArithmeticFor":
      noteEndless(node, walk);
      for (const part of [node.initialize, node.test, node.update]) walkArithmetic(part, walk, place);
      return loop([node.body], walk, place);
  }
}

function walkIf(node: If, walk: Walk, place: Place): Exits {
  let tested = walk.into.list(node.clause.commands, walk, place);
  let end = after(walk.into.list(node.then.commands, walk, branch(place, walk, tested.ok)));
  for (const part of node.elif) {
    tested = walk.into.list(part.clause.commands, walk, { ...place, directories: tested.failed });
    end = eitherOf(end, after(walk.into.list(part.then.commands, walk, branch(place, walk, tested.ok))));
  }
  const last = node.else?.commands ?? [];
  end = eitherOf(end, after(walk.into.list(last, walk, branch(place, walk, tested.failed))));
  forgetAssigned([node], walk, place);
  return stay(end);
}

/** Which branch ran, and so which of the values counts, is not known. */
function forgetAssigned(nodes: readonly SyntaxNode[], walk: Walk, { variables }: Place): void {
  variables.forget(assignedIn(nodes, walk));
}

/** Another branch sees nothing of what this one assigns. */
function branch(place: Place, walk: Walk, directories: Directories): Place {
  return { ...ownShell(place, walk.visitor), directories };
}

function noteEndless(node: While | ArithmeticFor, walk: Walk): void {
  if (startsForEver(node)) walk.visitor.found(forbidden("This is a fork bomb."));
}

function walkFor(node: For | Select, walk: Walk, place: Place): Exits {
  const name = walk.source.slice(node.name.pos, node.name.end);
  const words = (node.wordlist ?? []).flatMap((word) => commandVariants([word], walk, place).flat());
  if (!isFreeName(name)) walk.visitor.found(guard(`The loop sets ${name}, which programs may read.`));
  const known = node.type === "For" && node.wordlist !== undefined && !assignedIn([node.body], walk).has(name);
  const exits = loop([node.body], walk, place, () => {
    place.variables.set(name, known ? words.map((word) => atHome(word, place.variables)) : []);
  });
  place.variables.forget([name]);
  return exits;
}

function walkCase(node: Case, walk: Walk, place: Place): Exits {
  walk.into.word(node.word, walk, place);
  let end: Directories = place.directories;
  for (const item of node.items) {
    forgetAssigned(node.items, walk, place);
    for (const pattern of item.pattern) walk.into.word(pattern, walk, place);
    end = eitherOf(end, after(walk.into.list(item.body.commands, walk, { ...place, directories: end })));
  }
  forgetAssigned([node], walk, place);
  return stay(end);
}

/** A body that moves the shell is walked again with the directory unknown: it may run any number of times. */
function loop(bodies: readonly CompoundList[], walk: Walk, place: Place, begin: () => void = () => undefined): Exits {
  forgetAssigned(bodies, walk, place);
  begin();
  let directories: Directories = place.directories;
  for (const body of bodies) directories = after(walk.into.list(body.commands, walk, { ...place, directories }));
  forgetAssigned(bodies, walk, place);
  if (directories === place.directories || sameDirectories(directories, place.directories)) return stay(directories);
  begin();
  for (const body of bodies) walk.into.list(body.commands, walk, { ...place, directories: undefined });
  return stay(undefined);
}

function sameDirectories(a: Directories, b: Directories): boolean {
  return a !== undefined && b !== undefined && a.length === b.length && a.every((directory) => b.includes(directory));
}

const NUMERIC = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

/** `[[ … ]]` compares numbers by evaluating them and looks at variables by name: both can run commands. */
function walkCondition(node: TestExpression, walk: Walk, place: Place): void {
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
