import type { AndOr, Pipeline, PipelineNode, Statement } from "unbash";
import type { Walk } from "./line-visitor.ts";
import { after, type Exits, eitherOf, ownShell, type Place, stay, unheard } from "./place.ts";
import { assignedIn } from "./variables.ts";

/** Walks statements one after the other and answers where the shell may be, by how the last one ended. */
export function walkList(statements: readonly Statement[], walk: Walk, place: Place): Exits {
  let exits = stay(place.directories);
  for (const statement of statements) exits = walkStatement(statement, walk, { ...place, directories: after(exits) });
  // Of several statements each may print: what the last one prints is not all.
  return statements.length < 2 ? exits : unheard(exits);
}

function walkStatement(statement: Statement, walk: Walk, place: Place): Exits {
  if (statement.background !== true) return walkNode(statement.command, walk, place);
  walkNode(statement.command, walk, ownShell(place, walk.visitor));
  return stay(place.directories);
}

function walkNode(node: PipelineNode | AndOr, walk: Walk, place: Place): Exits {
  if (node.type === "AndOr") return walkAndOr(node, walk, place);
  if (node.type === "Pipeline") return walkPipeline(node, walk, place);
  return walk.into.command(node, walk, place);
}

function walkAndOr(node: AndOr, walk: Walk, place: Place): Exits {
  let exits = stay(place.directories);
  /** The variables that commands give a value which may have been skipped. */
  const skipped = new Set<string>();
  const forgetSkipped = () => {
    walk.visitor.steps.take(1 + Math.ceil(Math.min(skipped.size, place.variables.size) / 8));
    place.variables.forgetSome(skipped);
  };
  node.commands.forEach((command, index) => {
    const operator = index === 0 ? undefined : node.operators[index - 1];
    const directories = operator === "||" ? exits.failed : exits.ok;
    if (index > 0) for (const name of assignedIn([command], walk)) skipped.add(name);
    if (operator === "||") forgetSkipped();
    const next = walkNode(command, walk, { ...place, directories });
    if (operator === "||") forgetSkipped();
    exits = operator === undefined ? next : chained(exits, operator, next);
  });
  forgetSkipped();
  return unheard(exits);
}

function chained(before: Exits, operator: AndOr["operators"][number], next: Exits): Exits {
  if (operator === "&&") return { ok: next.ok, failed: eitherOf(before.failed, next.failed) };
  return { ok: eitherOf(before.ok, next.ok), failed: next.failed };
}

/** Each part of a real pipeline runs in a shell of its own; `time` and `!` alone do not make one. */
function walkPipeline(node: Pipeline, walk: Walk, place: Place): Exits {
  const first = node.commands[0];
  if (node.commands.length === 1 && first !== undefined) {
    const exits = walk.into.command(first, walk, place);
    const negated = node.prefixes.filter((prefix) => prefix.type === "Negation").length % 2 === 1;
    return negated ? { ok: exits.failed, failed: exits.ok } : exits;
  }
  let before: Exits = stay(place.directories);
  node.commands.forEach((command, index) => {
    const fed = index === 0 ? {} : { fed: true, input: before.prints, names: before.names };
    before = walk.into.command(command, walk, { ...ownShell(place, walk.visitor), ...fed });
    // Messages of errors hold words of the line, cut at any blank.
    if (node.operators[index] === "|&") before = unheard(before);
  });
  return stay(place.directories);
}
