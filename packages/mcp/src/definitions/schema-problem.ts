import type { Json, JsonObject } from "@toolwright/core";

/** Bytes of one schema as JSON: a list of large ones is a way to fill a model's context. */
const MAX_BYTES = 64 * 1024;
/** How deep schemas may lie in each other. */
const MAX_DEPTH = 32;

/** What keeps a schema from being used, as the end of a sentence; undefined where nothing does. */
export function schemaProblem(schema: JsonObject): string | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  if (bytes > MAX_BYTES) return `has ${bytes} bytes, more than ${MAX_BYTES}`;
  return problemAt(schema, 0);
}

function problemAt(value: Json, depth: number): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > MAX_DEPTH) return `is nested more than ${MAX_DEPTH} deep`;
  for (const [key, inner] of Object.entries(value)) {
    // Nothing is ever fetched to read a schema.
    if ((key === "$ref" || key === "$dynamicRef") && typeof inner === "string" && !inner.startsWith("#"))
      return "refers to another document";
    const problem = problemAt(inner, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
