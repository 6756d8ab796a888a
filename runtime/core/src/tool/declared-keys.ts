import { flatSchemas } from "../schema/nodes/flat-schemas.ts";
import { isNode, listOf, membersOf, type SchemaNode } from "../schema/nodes/schema-node.ts";
import type { ToolSpec } from "./tool.ts";

/** Throws a `TypeError` for keys in `emptyIsAbsent` or `aliases` that the input does not have, or not in that way. */
export function checkDeclaredKeys(spec: ToolSpec): void {
  checkEmptyIsAbsent(spec);
  for (const [where, names] of Object.entries(spec.aliases ?? {})) checkAliases(spec, where, names);
}

function checkEmptyIsAbsent({ name, emptyIsAbsent: keys = [], input }: ToolSpec): void {
  const { properties, required } = input.jsonSchema;
  const optional = Object.keys(Object(properties)).filter((key) => !listOf(required).includes(key));
  const unknown = keys.find((key) => !optional.includes(key));
  if (unknown === undefined) return;
  throw new TypeError(
    `Tool ${name}: emptyIsAbsent names ${JSON.stringify(unknown)}, which is no optional key of its input; these are ${listed(optional)}.`,
  );
}

/** A name that is a key itself, or stands for two keys of one object, would say two things. */
function checkAliases({ name, aliases = {}, input }: ToolSpec, where: string, names: readonly string[]): void {
  const steps = where.split("/");
  const key = steps.pop() ?? "";
  const keys = keysAt(input.jsonSchema, steps);
  if (!keys.includes(key)) {
    const known = keys.map((known) => [...steps, known].join("/"));
    throw new TypeError(
      `Tool ${name}: aliases names ${JSON.stringify(where)}, which is no key of its input; these are ${listed(known)}.`,
    );
  }
  const taken = names.find((alias) => keys.includes(alias));
  if (taken !== undefined) {
    throw new TypeError(`Tool ${name}: the alias ${JSON.stringify(taken)} of ${where} is a key of its input itself.`);
  }
  const beside = Object.keys(aliases).filter((other) => other !== where && isBeside(other, steps));
  for (const other of beside) {
    const shared = names.find((alias) => aliases[other]?.includes(alias));
    if (shared === undefined) continue;
    throw new TypeError(`Tool ${name}: ${JSON.stringify(shared)} is an alias of ${where} and of ${other}.`);
  }
}

function isBeside(where: string, steps: readonly string[]): boolean {
  return where.split("/").slice(0, -1).join("/") === steps.join("/");
}

/** The keys of the object at the end of a way through a schema; `*` is every item of a list. */
function keysAt(root: SchemaNode, steps: readonly string[]): readonly string[] {
  const nodes = steps.reduce<readonly SchemaNode[]>(
    (found, step) => {
      const next = found.map(({ items, properties }) =>
        step === "*" ? items : new Map(membersOf(properties)).get(step),
      );
      return flatSchemas(next, root);
    },
    flatSchemas([root], root),
  );
  return [...new Set(nodes.flatMap(({ properties }) => (isNode(properties) ? Object.keys(properties) : [])))];
}

function listed(keys: readonly string[]): string {
  return keys.join(", ") || "none";
}
