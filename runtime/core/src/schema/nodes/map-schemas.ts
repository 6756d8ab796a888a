import { isNode, type SchemaNode } from "./schema-node.ts";

/** Keywords whose members are schemas, each under a name of its own. */
export const NAMED_SCHEMAS = new Set(["properties", "patternProperties", "definitions", "$defs"]);

/** Keywords that hold any JSON, which is no schema however it looks. */
const DATA = new Set(["const", "enum", "default", "examples"]);

type Change = (node: SchemaNode) => SchemaNode;

/** A copy of a schema in which every schema was changed, the inner ones first. */
export function mapSchemas(schema: SchemaNode, change: Change): SchemaNode {
  const members = Object.entries(schema).map(([key, value]) => [key, memberOf(key, value, change)]);
  return change(Object.fromEntries(members));
}

function memberOf(key: string, value: unknown, change: Change): unknown {
  if (Array.isArray(value)) return DATA.has(key) ? value : value.map((item) => memberOf(key, item, change));
  if (DATA.has(key) || !isNode(value)) return value;
  // `dependencies` and `dependentSchemas` too.
  if (!NAMED_SCHEMAS.has(key) && !key.startsWith("depend")) return mapSchemas(value, change);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, memberOf("", member, change)]));
}
