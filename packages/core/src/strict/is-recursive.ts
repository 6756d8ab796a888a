import { followReferences } from "../schema/json-pointer.ts";
import type { SchemaNode } from "../schema/schema-node.ts";

/** Whether a schema refers to itself, by whatever way. Linear in the schema's size. */
export function isRecursive(root: SchemaNode): boolean {
  const done = new Set<unknown>();
  const open = new Set<unknown>();
  const visit = (value: unknown): boolean => {
    if (typeof value !== "object" || value === null || done.has(value)) return false;
    if (open.has(value)) return true;
    open.add(value);
    const below = "$ref" in value ? [followReferences(value, root)] : Object.values(value);
    const found = below.some(visit);
    open.delete(value);
    done.add(value);
    return found;
  };
  return visit(root);
}
