import type { AndOr, Pipeline, PipelineNode, Statement } from "unbash";
import { allPrinted } from "./guesses.ts";
import type { Walk } from "./line-visitor.ts";
import { after, type Exits, eitherOf, type Place, stay, unheard } from "./place.ts";
import { assignedIn } from "./variables.ts";

/** Walks statements one after the other and answers where the shell may be, by how the last one ended. */
export function walkList(statements: readonly Statement[], walk: Walk, place: Place): Exits {
  let exits = stay(place.directories);
  const all: Exits[] = [];
  for (const statement of statements) {
    exits = walkStatement(statement, walk, { ...place, directories: after(exits) });
    all.push(exits);
  }
  // Of several statements each may print: what the last one prints is not all.
  return statements.length < 2 ? exits : { ...unheard(exits), ...allPrinted(all, place) };
}

function walkStatement(statement: Statement, walk: Walk, place: Place): Exits {
  if (statement.background !== true) return walkNode(statement.command, walk, place);
  walkNode(statement.command, walk, { ...place, variables: place.variables.fork() });
  return stay(place.directories);
}

function walkNode(node: PipelineNode | AndOr, walk: Walk, place: Place): Exits {
  if (node.type === "AndOr") return walkAndOr(node, walk, place);
  if (node.type === "Pipeline") return walkPipeline(node, walk, place);
  return walk.into.command(node, walk, place);
}

function walkAndOr(node: AndOr, walk: Walk, place: Place): Exits {
  let exits = stay(place.directories);
  const all: Exits[] = [];
  node.commands.forEach((command, index) => {
    const operator = index === 0 ? undefined : node.operators[index - 1];
    const directories = operator === "||" ? exits.failed : exits.ok;
    const skipped = operator === "||" && place.guesses === undefined ? index + 1 : 1;
    const later = assignedIn(node.commands.slice(1, skipped), walk.source);
    place.variables.forget(later);
    const next = walkNode(command, walk, { ...place, directories });
    all.push(next);
    place.variables.forget(later);
    if (operator === undefined) exits = next;
    else if (operator === "&&") exits = { ok: next.ok, failed: eitherOf(exits.failed, next.failed) };
    else exits = { ok: eitherOf(exits.ok, next.ok), failed: next.failed };
  });
  if (place.guesses === undefined) place.variables.forget(assignedIn(node.commands.slice(1), walk.source));
  return { ...unheard(exits), ...allPrinted(all, place) };
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
    before = walk.into.command(command, walk, { ...place, ...fed, variables: place.variables.fork() });
    // Messages of errors hold words of the line, cut at any blank.
    if (node.operators[index] === "|&" && place.guesses === undefined) before = unheard(before);
  });
  return { ...stay(place.directories), ...allPrinted([before], place) };
}
