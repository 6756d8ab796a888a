import { cutWithEllipsis } from "../../text/cut-with-ellipsis.ts";
import { allowedValues, expectedTypes } from "../nodes/expected-types.ts";
import { followReferences } from "../nodes/json-pointer.ts";
import { isNode, type SchemaNode } from "../nodes/schema-node.ts";

const MAX_VALUES = 20;
const MAX_VALUE_LENGTH = 60;

/** What a schema wants, in words: `integer`, `string or null`, `one of "a", "b"`. Empty where it wants nothing. */
export function expectation(schema: unknown, root: SchemaNode): string {
  const node = followReferences(schema, root);
  const values = isNode(node) ? allowedValues(node) : undefined;
  if (values !== undefined) return oneOf(values);
  return alternatives(expectedTypes(node, root) ?? []);
}

/** Values that a schema names, in words, each cut at 60 characters and at most 20 of them. */
export function oneOf(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_VALUES).map(quote);
  if (values.length > MAX_VALUES) shown.push("…");
  return values.length === 1 ? shown.join("") : `one of ${shown.join(", ")}`;
}

/** Quotes a text of the schema's, cut at 60 characters. */
export function quote(value: unknown): string {
  return cutWithEllipsis(JSON.stringify(value) ?? "undefined", MAX_VALUE_LENGTH);
}

function alternatives(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}
