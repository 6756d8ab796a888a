import { followReferences } from "./json-pointer.ts";
import { armsOf, isNode, type SchemaNode } from "./schema-node.ts";

/** Schemas without references and unions: each once. */
export function flatSchemas(schemas: readonly unknown[], root: SchemaNode): readonly SchemaNode[] {
  const found = new Set<SchemaNode>();
  const add = (schema: unknown): void => {
    const node = followReferences(schema, root);
    if (!isNode(node) || found.has(node)) return;
    found.add(node);
    for (const arm of armsOf(node)) add(arm);
  };
  for (const schema of schemas) add(schema);
  return [...found];
}
