import type { JsonSchema } from "@toolwright/core";

/** The schema of an object without one of its optional properties. */
export function withoutParameter(schema: JsonSchema, name: string): JsonSchema {
  const { [name]: _, ...properties }: Record<string, unknown> = Object(schema.properties);
  return { ...schema, properties };
}
