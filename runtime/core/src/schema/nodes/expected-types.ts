import { followReferences } from "./json-pointer.ts";
import { armsOf, isNode, listOf, type SchemaNode } from "./schema-node.ts";

/** The type names of JSON Schema, which are also the words of our messages. */
export type TypeName = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

const TYPE_NAMES: readonly string[] = ["null", "boolean", "integer", "number", "string", "array", "object"];
const MAX_DEPTH = 16;

/** The type of a JSON value. Every number is a `number`; see {@link isOfType} for integers. */
export function typeOf(value: unknown): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" ? type : "object";
}

export function isOfType(value: unknown, type: TypeName): boolean {
  return type === "integer" ? Number.isInteger(value) : typeOf(value) === type;
}

/** The types that a schema lets through, in its own order; `undefined` where it lets every type through. */
export function expectedTypes(schema: unknown, root: SchemaNode, depth = 0): readonly TypeName[] | undefined {
  const node = followReferences(schema, root);
  if (!isNode(node) || depth > MAX_DEPTH) return undefined;
  const values = allowedValues(node);
  if (values !== undefined) return unique(values.map(typeOf));
  if (node.type !== undefined) return [node.type].flat().filter(isTypeName);
  const arms = armsOf(node).map((arm) => expectedTypes(arm, root, depth + 1));
  if (arms.length > 0) return arms.includes(undefined) ? undefined : unique(arms.flatMap((types) => types ?? []));
  return listOf(node.allOf)
    .map((arm) => expectedTypes(arm, root, depth + 1))
    .find((types) => types !== undefined);
}

/** The values of `const` or `enum`, where a schema names its values. */
export function allowedValues(node: SchemaNode): readonly unknown[] | undefined {
  if (Object.hasOwn(node, "const")) return [node.const];
  return Array.isArray(node.enum) ? node.enum : undefined;
}

function isTypeName(value: unknown): value is TypeName {
  return typeof value === "string" && TYPE_NAMES.includes(value);
}

function unique<T>(items: readonly T[]): readonly T[] {
  return [...new Set(items)];
}
