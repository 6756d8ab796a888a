import type { JsonSchema, LlmToolDefinition } from "@toolwright/core";

/** A tool definition, written short. */
export function define(
  name: string,
  description: string,
  properties: JsonSchema,
  required: readonly string[] = [],
): LlmToolDefinition {
  const parameters = { type: "object", properties, required, additionalProperties: false };
  return { type: "function", function: { name, description, parameters } };
}

export function text(description: string): JsonSchema {
  return { type: "string", description };
}

export function integer(description: string): JsonSchema {
  return { type: "integer", minimum: 0, description };
}
