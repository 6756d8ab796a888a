import {
  type Case,
  type CompoundCommand,
  type CompoundList,
  type For,
  forEachChild,
  type If,
  type Select,
  type SyntaxNode,
  type While,
} from "unbash";
import { guard } from "../decide/finding.ts";
import type { ShellWord } from "../read/shell-word.ts";
import type { Walk } from "./line-visitor.ts";
import { after, type Directories, type Exits, eitherOf, type Place, stay } from "./place.ts";
import { walkArithmetic } from "./walk-arithmetic.ts";
import { walkTest } from "./walk-test.ts";

/** Walks groups, branches, loops and tests. */
export function walkCompound(node: CompoundCommand, walk: Walk, place: Place): Exits {
  switch (node.type) {
    case "Subshell":
      walk.into.list(node.body.commands, walk, place);
      return stay(place.directories);
    case "BraceGroup":
      return walk.into.list(node.body.commands, walk, place);
    case "If":
      return walkIf(node, walk, place);
    case "While":
      return walkWhile(node, walk, place);
    case "For":
    case "Select":
      return walkFor(node, walk, place);
    case "Case":
      return walkCase(node, walk, place);
    case "TestCommand":
      walkTest(node.expression, walk, place);
      return stay(place.directories);
    case "ArithmeticCommand":
      walkArithmetic(node.expression, walk, place);
      return stay(place.directories);
    case "ArithmeticFor":
      for (const part of [node.initialize, node.test, node.update]) walkArithmetic(part, walk, place);
      return loop([node.body], walk, place);
  }
}

function walkIf(node: If, walk: Walk, place: Place): Exits {
  let tested = walk.into.list(node.clause.commands, walk, place);
  let end = after(walk.into.list(node.then.commands, walk, { ...place, directories: tested.ok }));
  for (const branch of node.elif) {
    tested = walk.into.list(branch.clause.commands, walk, { ...place, directories: tested.failed });
    end = eitherOf(end, after(walk.into.list(branch.then.commands, walk, { ...place, directories: tested.ok })));
  }
  const last = node.else?.commands ?? [];
  return stay(eitherOf(end, after(walk.into.list(last, walk, { ...place, directories: tested.failed }))));
}

function walkWhile(node: While, walk: Walk, place: Place): Exits {
  return loop([node.clause, node.body], walk, place);
}

function walkFor(node: For | Select, walk: Walk, place: Place): Exits {
  const name = walk.source.slice(node.name.pos, node.name.end);
  const words = (node.wordlist ?? []).flatMap((word) => walk.into.word(word, walk, place));
  if (!/^[a-z_][a-z0-9_]*$/.test(name) || name.endsWith("_proxy")) {
    walk.visitor.found(guard(`The loop sets ${name}, which programs may read.`));
  }
  const variables = new Map(place.variables);
  if (node.type === "For" && node.wordlist !== undefined)
    variables.set(name, setsVariable(node.body, name, walk) ? [] : known(words));
  else variables.delete(name);
  return loop([node.body], walk, { ...place, variables });
}

/** A loop inside sets the same variable: what it holds afterwards is another word. */
function setsVariable(node: SyntaxNode, name: string, walk: Walk): boolean {
  if (node.type === "For" || node.type === "Select") {
    const other = walk.source.slice(node.name.pos, node.name.end);
    if (other === name) return true;
  }
  let sets = false;
  forEachChild(node, (child) => {
    sets ||= setsVariable(child, name, walk);
  });
  return sets;
}

/** A list with one word that cannot be known tells nothing about the variable. */
function known(words: readonly ShellWord[]): readonly ShellWord[] {
  return words.every((word) => word.form === "literal" || word.form === "glob") ? words : [];
}

function walkCase(node: Case, walk: Walk, place: Place): Exits {
  walk.into.word(node.word, walk, place);
  let end: Directories = place.directories;
  for (const item of node.items) {
    for (const pattern of item.pattern) walk.into.word(pattern, walk, place);
    end = eitherOf(end, after(walk.into.list(item.body.commands, walk, { ...place, directories: end })));
  }
  return stay(end);
}

/** A body that moves the shell is walked again with the directory unknown: it may run any number of times. */
function loop(bodies: readonly CompoundList[], walk: Walk, place: Place): Exits {
  let directories: Directories = place.directories;
  for (const body of bodies) directories = after(walk.into.list(body.commands, walk, { ...place, directories }));
  if (directories === place.directories || sameDirectories(directories, place.directories)) return stay(directories);
  for (const body of bodies) walk.into.list(body.commands, walk, { ...place, directories: undefined });
  return stay(undefined);
}

function sameDirectories(a: Directories, b: Directories): boolean {
  return a !== undefined && b !== undefined && a.length === b.length && a.every((directory) => b.includes(directory));
}
