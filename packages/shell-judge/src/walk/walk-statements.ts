import type { AndOr, Pipeline, PipelineNode, Statement } from "unbash";
import type { Walk } from "./line-visitor.ts";
import { after, type Exits, eitherOf, type Place, stay } from "./place.ts";

/** Walks statements one after the other and answers where the shell may be, by how the last one ended. */
export function walkList(statements: readonly Statement[], walk: Walk, place: Place): Exits {
  let exits = stay(place.directories);
  for (const statement of statements) {
    exits = walkStatement(statement, walk, { ...place, directories: after(exits) });
  }
  return exits;
}

function walkStatement(statement: Statement, walk: Walk, place: Place): Exits {
  const exits = walkNode(statement.command, walk, place);
  return statement.background === true ? stay(place.directories) : exits;
}

function walkNode(node: PipelineNode | AndOr, walk: Walk, place: Place): Exits {
  if (node.type === "AndOr") return walkAndOr(node, walk, place);
  if (node.type === "Pipeline") return walkPipeline(node, walk, place);
  return walk.into.command(node, walk, place);
}

function walkAndOr(node: AndOr, walk: Walk, place: Place): Exits {
  let exits = stay(place.directories);
  node.commands.forEach((command, index) => {
    const operator = index === 0 ? undefined : node.operators[index - 1];
    const directories = operator === "||" ? exits.failed : exits.ok;
    const next = walkNode(command, walk, { ...place, directories });
    if (operator === undefined) exits = next;
    else if (operator === "&&") exits = { ok: next.ok, failed: eitherOf(exits.failed, next.failed) };
    else exits = { ok: eitherOf(exits.ok, next.ok), failed: next.failed };
  });
  return exits;
}

/** Each part of a real pipeline runs in a shell of its own; `time` and `!` alone do not make one. */
function walkPipeline(node: Pipeline, walk: Walk, place: Place): Exits {
  const first = node.commands[0];
  if (node.commands.length === 1 && first !== undefined) {
    const exits = walk.into.command(first, walk, place);
    const negated = node.prefixes.filter((prefix) => prefix.type === "Negation").length % 2 === 1;
    return negated ? { ok: exits.failed, failed: exits.ok } : exits;
  }
  node.commands.forEach((command, index) => {
    walk.into.command(command, walk, { ...place, fed: place.fed || index > 0 });
  });
  return stay(place.directories);
}
