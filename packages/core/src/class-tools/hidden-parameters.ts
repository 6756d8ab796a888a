import { followReferences } from "../schema/json-pointer.ts";
import { isNode, membersOf, type SchemaNode } from "../schema/schema-node.ts";

/** The parameters whose schema, or a schema inside it, says that a value is not for showing. */
export function hiddenParameters(parameters: SchemaNode): ReadonlySet<string> {
  const members = membersOf(parameters.properties);
  const hidden = members.filter(([, schema]) => holdsHidden(schema, { root: parameters, seen: new Set() }));
  return new Set(hidden.map(([name]) => name));
}

interface Search {
  readonly root: SchemaNode;
  readonly seen: Set<unknown>;
}

function holdsHidden(schema: unknown, search: Search): boolean {
  if (typeof schema !== "object" || schema === null || search.seen.has(schema)) return false;
  search.seen.add(schema);
  if (isNode(schema) && (schema.writeOnly === true || schema.format === "password")) return true;
  const below = "$ref" in schema ? [followReferences(schema, search.root)] : Object.values(schema);
  return below.some((part) => holdsHidden(part, search));
}
