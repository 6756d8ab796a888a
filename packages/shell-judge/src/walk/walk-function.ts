import { type Function as FunctionNode, forEachChild, type SyntaxNode } from "unbash";
import { forbidden, guard } from "../decide/finding.ts";
import { BUILTIN_NAMES } from "../read/builtin-names.ts";
import type { Walk } from "./line-visitor.ts";
import { type Exits, type Place, stay } from "./place.ts";

/** The body is judged where it stands; when and where it will run is unknown. */
export function walkFunction(node: FunctionNode, walk: Walk, place: Place): Exits {
  const name = walk.source.slice(node.name.pos, node.name.end);
  if (spawnsItself(node, name, walk.source)) walk.visitor.found(forbidden("This is a fork bomb."));
  if (!/^[A-Za-z_][\w-]*$/.test(name) || BUILTIN_NAMES.has(name)) {
    walk.visitor.found(guard(`The line gives ${name} a new meaning.`));
  }
  const inside: Place = { ...place, directories: undefined, depth: place.depth + 1, variables: new Map() };
  if (node.body.type === "CompoundList") walk.into.list(node.body.commands, walk, inside);
  else walk.into.command(node.body, walk, inside);
  return stay(place.directories);
}

/** A function that calls itself in a pipeline or in the background. */
function spawnsItself(node: FunctionNode, name: string, source: string): boolean {
  return calls(node.body, { name, source, spawning: false });
}

function calls(
  node: SyntaxNode,
  look: { readonly name: string; readonly source: string; readonly spawning: boolean },
): boolean {
  if (node.type === "Command" && node.name !== undefined) {
    if (look.spawning && source(node.name, look) === look.name) return true;
  }
  const spawns =
    (node.type === "Pipeline" && node.commands.length > 1) || (node.type === "Statement" && node.background === true);
  let found = false;
  forEachChild(node, (child) => {
    found ||= calls(child, { ...look, spawning: look.spawning || spawns });
  });
  return found;
}

function source(node: { readonly pos: number; readonly end: number }, look: { readonly source: string }): string {
  return look.source.slice(node.pos, node.end);
}
