import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonSchema } from "@toolwright/core";
import { type FunctionTask, halfOf } from "./task.ts";

/** Public function calls, which lie beside the repository and are no part of it. */
const DATA = join(import.meta.dirname, "../../../../shared/data");
const LEGAL_NAME = /^[A-Za-z][\w-]{0,63}$/;

/**
 * Functions with two arguments or more, each with a request that names all of them. None where the data is not there.
 */
export function functionTasks(count: number): readonly FunctionTask[] {
  const file = join(DATA, "function-calls.jsonl");
  if (!existsSync(file)) return [];
  const schemas: readonly JsonSchema[] = JSON.parse(readFileSync(join(DATA, "function-schemas.json"), "utf8"));
  const rows = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ kind, tool }) => kind === "gold" && LEGAL_NAME.test(tool));
  const made = rows
    .map(({ id, tool, schema, json }) => ({ id, tool, schema: schemas[schema] ?? {}, arguments: JSON.parse(json) }))
    .filter((row) => Object.keys(row.arguments).length >= 2);
  const every = Math.max(1, Math.floor(made.length / count));
  const chosen = made.filter((_, place) => place % every === 0).slice(0, count);
  return chosen.map((row, place) => ({
    ...row,
    ...{ id: `function-${row.id}`, kind: "function", half: halfOf(place), request: requestOf(row) },
  }));
}

function requestOf({ tool, arguments: args }: Pick<FunctionTask, "tool" | "arguments">): string {
  const said = Object.entries(args).map(([name, value]) => `${name} is ${JSON.stringify(value)}`);
  return `Use ${tool}: ${said.join(", ")}.`;
}
