import type { Json, JsonSchema } from "../json/json.ts";
import type { CompileSchemaOptions } from "./compile-schema-options.ts";
import type { Checked, CompiledSchema } from "./compiled-schema.ts";
import type { ExplainPlain } from "./explain-plain.ts";
import type { JsonSchemaValidator } from "./json-schema-validator.ts";
import { uncheckable } from "./uncheckable.ts";

type Judge = ReturnType<JsonSchemaValidator>;

/**
 * The check of a plain JSON Schema, which means what JSON Schema says.
 * Without a plugged validator the first check waits for `@cfworker/json-schema` to load.
 * Throws a `TypeError` that names the tool when the schema is not JSON or the plugged validator refuses it.
 */
export function plainCheck(jsonSchema: JsonSchema, options: CompileSchemaOptions): CompiledSchema["check"] {
  let judge = prepare(jsonSchema, options);
  let explain: ExplainPlain | undefined;
  const settle = (value: Json, judgeValue: Judge): Checked | Promise<Checked> => {
    try {
      const { valid, errors } = judgeValue(value);
      if (valid) return { ok: true, value };
      if (explain) return explain(value, errors);
      return import("./explain-plain.ts").then(({ explainPlain }) => {
        explain ??= explainPlain(jsonSchema);
        return explain(value, errors);
      });
    } catch {
      return uncheckable();
    }
  };
  return (value) => {
    if (judge) return settle(value, judge);
    return import("./cfworker-validator.ts")
      .then(({ cfworkerValidator }) => {
        judge ??= cfworkerValidator(jsonSchema);
        return settle(value, judge);
      })
      .catch(uncheckable);
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
