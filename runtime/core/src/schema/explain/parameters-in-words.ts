import type { JsonSchema } from "../../json/json.ts";
import { cutWithEllipsis } from "../../text/cut-with-ellipsis.ts";
import { followReferences } from "../nodes/json-pointer.ts";
import { isNode, listOf, membersOf, type SchemaNode } from "../nodes/schema-node.ts";
import { expectation } from "./expectation.ts";

const MAX_LENGTH = 600;
const MAX_NAMED = 20;

/**
 * The parameters of a tool in short: `file_paths (array of string), optional: limit (integer)`. At most 20 of each kind
 * and 600 UTF-16 units. Empty where the schema names none.
 */
export function parametersInWords(schema: JsonSchema): string {
  const required = listOf(schema.required);
  const named = membersOf(schema.properties);
  const needed = named.filter(([key]) => required.includes(key));
  const optional = named.filter(([key]) => !required.includes(key));
  const parts = [...(needed.length === 0 ? [] : [listed(needed, schema)])];
  if (optional.length > 0) parts.push(`optional: ${listed(optional, schema)}`);
  return cutWithEllipsis(parts.join(", "), MAX_LENGTH);
}

function listed(members: readonly [string, unknown][], root: SchemaNode): string {
  const shown = members.slice(0, MAX_NAMED).map(([key, schema]) => {
    const type = typeInWords(schema, root);
    return type === "" ? key : `${key} (${type})`;
  });
  return [...shown, ...(members.length > MAX_NAMED ? [`${members.length - MAX_NAMED} more`] : [])].join(", ");
}

function typeInWords(schema: unknown, root: SchemaNode): string {
  const wanted = expectation(schema, root);
  const node = followReferences(schema, root);
  const item = wanted === "array" && isNode(node) ? expectation(node.items, root) : "";
  return item === "" ? wanted : `array of ${item}`;
}
