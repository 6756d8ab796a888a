import type { JsonSchema } from "@toolwright/core";
import { followReferences, isFields } from "@toolwright/core/internal";

/** What OpenAI or Anthropic do not take at the root of a tool's parameters: one such tool costs the whole request. */
const REFUSED = ["anyOf", "oneOf", "allOf", "not", "enum", "const"];
/** How deep unions may lie in each other and still be read. */
const MOST_LEVELS = 8;

/** What an object of a schema may and must have. */
interface Members {
  readonly properties: ReadonlyMap<string, readonly unknown[]>;
  readonly required: ReadonlySet<string>;
  readonly isClosed: boolean;
}

/**
 * The parameters of a tool as one object, where they are a union or an intersection of objects: with the keys of all of
 * them, and those needed that each of them needs. A call is judged by the schema as it is.
 */
export function objectAtRoot(parameters: JsonSchema): JsonSchema {
  if (!REFUSED.some((keyword) => Object.hasOwn(parameters, keyword))) return parameters;
  const { properties, required, isClosed } = membersOf(parameters, parameters, 0);
  const kept = Object.entries(parameters).filter(([keyword]) => !REFUSED.includes(keyword));
  return {
    ...Object.fromEntries(kept),
    type: "object",
    properties: Object.fromEntries([...properties].map(([name, schemas]) => [name, anyOf(schemas)])),
    ...(required.size > 0 && { required: [...required] }),
    ...(isClosed && { additionalProperties: false }),
  };
}

function membersOf(schema: unknown, root: JsonSchema, level: number): Members {
  const node = followReferences(schema, root);
  if (!isFields(node) || level > MOST_LEVELS) return NOTHING;
  const { properties, required, additionalProperties } = node;
  const own: Members = {
    properties: new Map(isFields(properties) ? Object.entries(properties).map(([name, one]) => [name, [one]]) : []),
    required: new Set(Array.isArray(required) ? required.map(String) : []),
    isClosed: additionalProperties === false,
  };
  const inner = (arms: unknown) =>
    (Array.isArray(arms) ? arms : []).map((arm: unknown) => membersOf(arm, root, level + 1));
  return [
    ...inner(node.allOf),
    ...[inner(node.anyOf), inner(node.oneOf)].flatMap((arms) => (arms.length === 0 ? [] : [union(arms)])),
  ].reduce(both, own);
}

const NOTHING: Members = { properties: new Map(), required: new Set(), isClosed: false };

function both(one: Members, other: Members): Members {
  return {
    properties: joined([one, other]),
    required: new Set([...one.required, ...other.required]),
    isClosed: one.isClosed || other.isClosed,
  };
}

function union(arms: readonly Members[]): Members {
  const [first = NOTHING] = arms;
  return {
    properties: joined(arms),
    required: new Set([...first.required].filter((name) => arms.every(({ required }) => required.has(name)))),
    isClosed: arms.every(({ isClosed }) => isClosed),
  };
}

function joined(all: readonly Members[]): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, readonly unknown[]>();
  for (const { properties } of all)
    for (const [name, schemas] of properties) found.set(name, [...(found.get(name) ?? []), ...schemas]);
  return found;
}

/** Of schemas that are the same one stands for all. */
function anyOf(schemas: readonly unknown[]): unknown {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [only = {}] = different;
  return different.length <= 1 ? only : { anyOf: different };
}
