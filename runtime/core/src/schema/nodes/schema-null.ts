import { followReferences } from "./json-pointer.ts";
import { armsOf, isNode, listOf, type SchemaNode } from "./schema-node.ts";

/** More arms and references than this on the way are taken to accept null: then nothing is undone. */
const MAX_HOPS = 32;

/** Whether a schema takes `null` by itself, so that a null there means something. */
export function acceptsNull(schema: unknown, root: SchemaNode, hops = 0): boolean {
  const node = followReferences(schema, root);
  if (!isNode(node) || hops > MAX_HOPS) return true;
  if (node.const !== undefined) return node.const === null;
  if (Array.isArray(node.enum) && !node.enum.includes(null)) return false;
  if (node.type !== undefined && ![node.type].flat().includes("null")) return false;
  const arms = armsOf(node);
  const fitsUnion = arms.length === 0 || arms.some((arm) => acceptsNull(arm, root, hops + 1));
  return fitsUnion && listOf(node.allOf).every((part) => acceptsNull(part, root, hops + 1));
}

/** The schema, and null beside it. */
export function nullable(node: SchemaNode): SchemaNode {
  const { type, description } = node;
  const isSimple = typeof type === "string" && node.const === undefined && node.anyOf === undefined;
  if (!isSimple) {
    const about = description === undefined ? {} : { description };
    return { ...about, anyOf: [node, { type: "null" }] };
  }
  const values = Array.isArray(node.enum) ? { enum: [...node.enum, null] } : {};
  return { ...node, type: [type, "null"], ...values };
}
