import { isJsonObject } from "../json/is-json-object.ts";
import type { Json } from "../json/json.ts";
import { expectedTypes } from "../schema/expected-types.ts";
import { followReferences } from "../schema/json-pointer.ts";
import { isNode, listOf, membersOf, type SchemaNode } from "../schema/schema-node.ts";

/**
 * Arguments without the members that are null where the schema has an optional member that cannot be null: models
 * often write null for "left out". Everything else stays, and the same value comes back where nothing goes.
 */
export function withoutOptionalNulls<T extends Json>(root: SchemaNode, args: T): T;
export function withoutOptionalNulls(root: SchemaNode, args: Json): Json {
  return clean(args, root, root);
}

function clean(value: Json, schema: unknown, root: SchemaNode): Json {
  const node = followReferences(schema, root);
  if (!isNode(node) || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => clean(item, node.items, root));
  return isJsonObject(value) ? cleanMembers(value, node, root) : value;
}

function cleanMembers(value: { readonly [key: string]: Json }, node: SchemaNode, root: SchemaNode): Json {
  const schemas = new Map(membersOf(node.properties));
  const required = listOf(node.required);
  const kept = Object.entries(value).filter(
    ([key, member]) =>
      member !== null || required.includes(key) || !schemas.has(key) || takesNull(schemas.get(key), root),
  );
  return Object.fromEntries(kept.map(([key, member]) => [key, clean(member, schemas.get(key), root)]));
}

function takesNull(schema: unknown, root: SchemaNode): boolean {
  return expectedTypes(schema, root)?.includes("null") ?? true;
}
