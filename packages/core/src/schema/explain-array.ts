import type { Json } from "../json/json.ts";
import type { Explain, ExplainContext } from "./explainer.ts";
import { listOf, type SchemaNode } from "./schema-node.ts";

/** `items` (draft-07 and 2020-12), `prefixItems`, `additionalItems` and `uniqueItems`. */
export function explainArray(schema: SchemaNode, context: ExplainContext): Explain[] {
  const { items, prefixItems, additionalItems, uniqueItems } = schema;
  const tuple = Array.isArray(items) ? items : listOf(prefixItems);
  const rest = Array.isArray(items) ? additionalItems : items;
  const parts: Explain[] = [];
  if (tuple.length > 0 || rest !== undefined) parts.push(explainItems(tuple, rest, context));
  if (uniqueItems === true) parts.push(explainUnique);
  return parts;
}

function explainItems(tuple: readonly unknown[], rest: unknown, context: ExplainContext): Explain {
  const first = tuple.map((item) => context.compile(item));
  const others = rest === undefined ? undefined : context.compile(rest);
  return (value, path, found) => {
    if (!Array.isArray(value)) return;
    const items: readonly Json[] = value;
    items.forEach((item, index) => {
      (first[index] ?? others)?.(item, `${path}/${index}`, found);
    });
  };
}

/** Compares by JSON text, in linear time; objects that differ only in the order of keys are left to the validator. */
const explainUnique: Explain = (value, path, found) => {
  if (!Array.isArray(value)) return;
  const different = new Set(value.map((item) => JSON.stringify(item)));
  if (different.size < value.length) found.add(path, () => "expected no two equal items");
};
