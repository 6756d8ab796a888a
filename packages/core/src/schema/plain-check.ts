import type { JsonSchema } from "../json/json.ts";
import { lazy } from "../tool/lazy.ts";
import type { CompileSchemaOptions } from "./compile-schema-options.ts";
import type { CompiledSchema } from "./compiled-schema.ts";
import type { JsonSchemaValidator } from "./json-schema-validator.ts";

const judging = lazy(() => import("./judged-check.ts"));

type Judge = ReturnType<JsonSchemaValidator>;

/**
 * The check of a plain JSON Schema, which means what JSON Schema says.
 * Without a plugged validator the first check waits for `@cfworker/json-schema` to load.
 * Throws a `TypeError` that names the tool when the schema is not JSON or the plugged validator refuses it.
 */
export function plainCheck(jsonSchema: JsonSchema, options: CompileSchemaOptions): CompiledSchema["check"] {
  const plugged = prepare(jsonSchema, options);
  let check: CompiledSchema["check"] | undefined;
  return (value) => {
    if (check !== undefined) return check(value);
    return Promise.resolve(judging()).then(({ judgedCheck }) => {
      check ??= judgedCheck(jsonSchema, plugged, options.quotes);
      return check(value);
    });
  };
}

function prepare(jsonSchema: JsonSchema, { toolName, validator }: CompileSchemaOptions): Judge | undefined {
  try {
    // An object of zod or other schemas is a common mistake, and as JSON Schema it would accept everything.
    if (Object.values(jsonSchema).some(isSchemaOfLibrary))
      throw new TypeError("its members are schemas, wrap them in an object schema");
    JSON.stringify(jsonSchema);
    return validator?.(jsonSchema);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TypeError(`Tool ${JSON.stringify(toolName)}: its JSON Schema cannot be used: ${why}.`, { cause: error });
  }
}

function isSchemaOfLibrary(value: unknown): boolean {
  return Object(value) === value && "~standard" in Object(value);
}
