import { allowedValues } from "./expected-types.ts";
import { followReferences } from "./json-pointer.ts";
import { matchPattern } from "./match-pattern.ts";
import { armsOf, isNode, listOf, type SchemaNode } from "./schema-node.ts";

/** More arms and references than this on the way are taken to accept the text: then it is kept. */
const MAX_HOPS = 32;

/** Whether the keywords of a schema take an empty text, so that it may mean something. */
export function acceptsEmptyText(schema: unknown, root: SchemaNode, hops = 0): boolean {
  const node = followReferences(schema, root);
  if (!isNode(node) || hops > MAX_HOPS) return true;
  if (allowedValues(node)?.includes("") === false) return false;
  if (node.type !== undefined && ![node.type].flat().includes("string")) return false;
  if (hasFormat(node)) return false;
  const arms = armsOf(node);
  const fitsUnion = arms.length === 0 || arms.some((arm) => acceptsEmptyText(arm, root, hops + 1));
  return fitsUnion && listOf(node.allOf).every((part) => acceptsEmptyText(part, root, hops + 1));
}

/** Whether a text has to look in some way, as an empty one does not. */
function hasFormat({ format, pattern, minLength }: SchemaNode): boolean {
  const matches = typeof pattern === "string" ? matchPattern(pattern) : undefined;
  return typeof format === "string" || matches?.("") === false || (typeof minLength === "number" && minLength > 0);
}
