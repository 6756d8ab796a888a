import type { Command, CommandNode, Coproc, Redirected } from "unbash";
import { commandVariants } from "./command-variants.ts";
import type { Walk } from "./line-visitor.ts";
import { type Exits, eitherOf, type Place, stay } from "./place.ts";
import type { EnvAssignment } from "./simple-command.ts";
import { walkAssignment } from "./walk-assignment.ts";
import { walkCompound } from "./walk-compound.ts";
import { walkFunction } from "./walk-function.ts";
import { readRedirects } from "./walk-redirects.ts";

/** Walks one command, simple or compound. */
export function walkCommand(node: CommandNode, walk: Walk, place: Place): Exits {
  switch (node.type) {
    case "Command":
      return walkSimple(node, walk, place);
    case "Redirected":
      return walkRedirected(node, walk, place);
    case "Function":
      return walkFunction(node, walk, place);
    case "Coproc":
      return walkCoproc(node, walk, place);
    default:
      return walkCompound(node, walk, place);
  }
}

function walkSimple(node: Command, walk: Walk, place: Place): Exits {
  const assignments: EnvAssignment[] = [];
  for (const part of node.prefix) {
    if (part.type === "Assignment") assignments.push(walkAssignment(part, walk, place));
  }
  const nodes = node.name === undefined ? node.args : [node.name, ...node.args];
  const variants = commandVariants(nodes, walk, place);
  const redirects = readRedirects(node.redirects, walk, place);
  const text = walk.source.slice(node.pos, node.end);
  const fed = place.fed || redirects.fed;
  const command = { assignments, redirects: redirects.uses, text };
  return variants
    .map((words): Exits => walk.visitor.command({ ...command, words }, { ...place, fed }))
    .reduce((a, b) => ({ ok: eitherOf(a.ok, b.ok), failed: eitherOf(a.failed, b.failed) }));
}

/** A redirection around a group opens its files once, for everything inside. */
function walkRedirected(node: Redirected, walk: Walk, place: Place): Exits {
  const redirects = readRedirects(node.redirects, walk, place);
  const text = walk.source.slice(node.pos, node.end);
  walk.visitor.command({ words: [], assignments: [], redirects: redirects.uses, text }, place);
  return walkCompound(node.command, walk, { ...place, fed: place.fed || redirects.fed });
}

function walkCoproc(node: Coproc, walk: Walk, place: Place): Exits {
  if (node.body.type !== "CompoundList") walkCommand(node.body, walk, { ...place, fed: true });
  return stay(place.directories);
}
