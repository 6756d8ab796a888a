import type { Tool } from "@toolwright/core";
import { isFields } from "@toolwright/core/internal";

/** The schema of what a program is given of a tool's output: the fields that the allowlist names. */
export function letThrough({ output, allowlist }: Tool["spec"]): unknown {
  if (output === undefined || allowlist === "none") return true;
  if (allowlist === undefined || allowlist === "all") return output.jsonSchema;
  return picked(output.jsonSchema, new Set(allowlist));
}

function picked(schema: unknown, allowed: ReadonlySet<string>): unknown {
  if (!isFields(schema) || !isFields(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).filter(([key]) => allowed.has(key));
  const required = Array.isArray(schema.required) ? schema.required.filter((key) => allowed.has(key)) : [];
  return { ...schema, properties: Object.fromEntries(properties), required };
}
