import { listOf, type SchemaNode } from "./schema-node.ts";

/** Whether several subschemas judge the keys of one object, so that none of them may be closed alone. */
export function isIntersection({ properties, patternProperties, allOf, anyOf, oneOf, ...schema }: SchemaNode): boolean {
  const own = properties !== undefined || patternProperties !== undefined ? [schema] : [];
  const unions = [anyOf, oneOf, schema.if, schema.dependentSchemas, schema.dependencies];
  return own.length + listOf(allOf).length + unions.filter((part) => part !== undefined).length > 1;
}

/** An object schema that names its keys, or none, and says nothing of others. */
export function isSilentObject(schema: SchemaNode): boolean {
  const { type, properties, additionalProperties } = schema;
  const describesObject = type === undefined ? properties !== undefined : [type].flat().includes("object");
  return describesObject && additionalProperties === undefined && !isApplied(schema);
}

/** Whether a schema hands its whole value on to other schemas. */
export function isApplied(schema: SchemaNode): boolean {
  const { $ref, allOf, anyOf, oneOf, if: condition, dependentSchemas, dependencies } = schema;
  return [$ref, allOf, anyOf, oneOf, condition, dependentSchemas, dependencies].some((part) => part !== undefined);
}
