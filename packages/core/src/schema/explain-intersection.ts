import { isJsonObject } from "../json/is-json-object.ts";
import { addUnknownKey } from "./explain-object.ts";
import type { Explain, ExplainContext } from "./explainer.ts";
import { followReferences } from "./json-pointer.ts";
import { isApplied, isIntersection, isSilentObject } from "./object-schemas.ts";
import { armsOf, isNode, listOf, membersOf, type SchemaNode } from "./schema-node.ts";

const MAX_DEPTH = 16;

/** `allOf`, and, in a closed schema, the keys that no part names where the parts could not be closed one by one. */
export function explainIntersection(schema: SchemaNode, context: ExplainContext, inPlace: boolean): Explain[] {
  const shared = inPlace || isIntersection(schema);
  const parts = listOf(schema.allOf).map((part) => context.compile(part, shared));
  const open = isIntersection(schema) || isSilentObject(schema);
  const known = context.closed && !inPlace && open ? namedKeys(schema, context.root) : undefined;
  if (known !== undefined) parts.push(explainStrangers(known));
  return parts;
}

function explainStrangers(known: ReadonlySet<string>): Explain {
  return (value, path, found) => {
    if (!isJsonObject(value)) return;
    for (const key of Object.keys(value)) {
      if (!known.has(key)) addUnknownKey(key, { path, value, known, found });
    }
  };
}

/** Every key that some part names; `undefined` when a part takes keys without naming them. */
function namedKeys(schema: unknown, root: SchemaNode, depth = 0): ReadonlySet<string> | undefined {
  const node = followReferences(schema, root);
  if (!isNode(node) || depth > MAX_DEPTH || takesAnyKey(node)) return undefined;
  const parts = [...listOf(node.allOf), ...armsOf(node)].map((part) => namedKeys(part, root, depth + 1));
  const own = membersOf(node.properties).map(([key]) => key);
  return parts.includes(undefined) ? undefined : new Set([...own, ...parts.flatMap((keys) => [...(keys ?? [])])]);
}

function takesAnyKey(node: SchemaNode): boolean {
  const { additionalProperties, patternProperties, if: condition, properties, type } = node;
  const declared = additionalProperties !== undefined && additionalProperties !== false;
  const silent = properties === undefined && type === undefined && !isApplied(node);
  return declared || silent || patternProperties !== undefined || condition !== undefined;
}
