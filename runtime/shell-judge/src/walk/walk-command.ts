import type { Command, CommandNode, Coproc, Redirected, Redirection } from "unbash";
import { commandVariants } from "./command-variants.ts";
import type { EnvAssignment, SimpleCommand, Walk } from "./line-visitor.ts";
import { type Exits, eitherOf, ownShell, type Place, stay, unheard } from "./place.ts";
import { atHome } from "./variables.ts";
import { walkAssignment } from "./walk-assignment.ts";
import { walkCompound } from "./walk-compound.ts";
import { walkCall, walkFunction } from "./walk-function.ts";
import { type ReadRedirects, readRedirects } from "./walk-redirects.ts";

/** Walks one command, simple or compound. */
export function walkCommand(node: CommandNode, walk: Walk, place: Place): Exits {
  walk.visitor.steps.take(2);
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
  const inner: Place = { ...place, fed: place.fed || redirects.fed, ...fedWith(redirects) };
  const all = variants.map((words) => oneCommand({ assignments, redirects: redirects.uses, words }, walk, inner));
  const ok = all.map((exits) => exits.ok).reduce(eitherOf);
  const failed = all.map((exits) => exits.failed).reduce(eitherOf);
  if (nodes.length === 0) assign(node, assignments, place);
  return heard({ ...all[0], ok, failed }, node.redirects, walk);
}

/** What a redirection gives takes the place of what is piped in. */
function fedWith({ input, verbatim }: ReadRedirects): Pick<Place, "input" | "names"> {
  return input === undefined ? {} : { input: { text: input, exact: false, verbatim }, names: undefined };
}

/** A redirection may send the output elsewhere, or mix in errors, which hold words of the line cut at blanks. */
function heard(exits: Exits, redirects: readonly Redirection[], { source }: Walk): Exits {
  const kept = redirects.every(({ pos, end }) => /^(?:\d*<|2>>?(?!&))/.test(source.slice(pos, end)));
  return kept ? exits : unheard(exits);
}

function oneCommand(command: SimpleCommand, walk: Walk, place: Place): Exits {
  const name = command.words[0];
  const exits = walk.visitor.command(command, place);
  if (name?.form !== "literal" || !walk.functions.has(name.value)) return exits;
  return walkCall(command.words, walk, place);
}

/** `A=1` alone changes the shell. */
function assign(node: Command, assignments: readonly EnvAssignment[], { variables }: Place): void {
  for (const { name, value } of assignments) {
    variables.set(name, value === undefined ? [] : [atHome(value, variables)]);
  }
  if (node.prefix.length > assignments.length) variables.forgetAll();
}

/** A redirection around a group opens its files once, for everything inside. */
function walkRedirected(node: Redirected, walk: Walk, place: Place): Exits {
  const redirects = readRedirects(node.redirects, walk, place);
  walk.visitor.command({ words: [], assignments: [], redirects: redirects.uses }, place);
  const inside: Place = { ...place, fed: place.fed || redirects.fed };
  return heard(walkCompound(node.command, walk, inside), node.redirects, walk);
}

function walkCoproc(node: Coproc, walk: Walk, place: Place): Exits {
  if (node.name !== undefined) place.variables.forget([node.name.text]);
  if (node.body.type !== "CompoundList") {
    walkCommand(node.body, walk, { ...ownShell(place, walk.visitor), fed: true });
  }
  return stay(place.directories);
}
