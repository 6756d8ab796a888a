import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import type { JsonSchema } from "../../json/json.ts";
import type { Schema } from "../../tool/tool.ts";
import { mapSchemas } from "../nodes/map-schemas.ts";

type Writer = StandardJSONSchemaV1<unknown, unknown>;

export function isStandardSchema(schema: Schema<unknown>): schema is StandardSchemaV1<unknown, unknown> {
  return Object(schema) === schema && "~standard" in schema;
}

/**
 * A Standard Schema as draft-07, of what it takes or of what it gives.
 * Throws a `TypeError` that names the tool and says what to do instead.
 */
export function writeJsonSchema(
  schema: StandardSchemaV1<unknown, unknown>,
  side: "input" | "output",
  toolName: string,
): JsonSchema {
  const tool = `Tool ${JSON.stringify(toolName)}: its ${side} schema`;
  if (!isWriter(schema)) {
    throw new TypeError(
      `${tool} cannot write itself as JSON Schema. Use zod 4.2 or newer or arktype, wrap a valibot schema with toStandardJsonSchema from @valibot/to-json-schema, or give a plain JSON Schema.`,
    );
  }
  try {
    const { $schema, ...jsonSchema } = schema["~standard"].jsonSchema[side]({
      target: "draft-07",
      libraryOptions: LIBRARY_OPTIONS.get(schema["~standard"].vendor),
    });
    return mapSchemas(jsonSchema, withoutSafeBounds);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TypeError(
      `${tool} cannot be written as JSON Schema: ${why.replace(/\.$/, "")}. Use types that JSON has.`,
      { cause: error },
    );
  }
}

/** Zod writes the bounds of JavaScript's own integers to every integer: nothing that a model needs to read. */
function withoutSafeBounds(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(
    ([key, value]) =>
      !(key === "maximum" && value === Number.MAX_SAFE_INTEGER) &&
      !(key === "minimum" && value === Number.MIN_SAFE_INTEGER),
  );
  return Object.fromEntries(kept);
}

/**
 * Zod refuses types that JSON does not have, and leaves out an author's own rules. These make the others do the same.
 */
const LIBRARY_OPTIONS = new Map<string, Record<string, unknown>>([
  ["arktype", { fallback: { domain: notJson, proto: notJson, date: notJson } }],
  ["valibot", { ignoreActions: ["check", "check_items", "partial_check", "raw_check"] }],
]);

function notJson(): never {
  throw new Error("it holds a type that JSON does not have");
}

function isWriter(schema: StandardSchemaV1<unknown, unknown> | Writer): schema is Writer {
  return "jsonSchema" in schema["~standard"];
}
