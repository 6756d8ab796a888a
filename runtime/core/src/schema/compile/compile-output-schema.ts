import type { JsonSchema } from "../../json/json.ts";
import type { Schema } from "../../tool/tool.ts";
import type { CompileSchemaOptions } from "../check/compile-schema-options.ts";
import type { CompiledSchema } from "../check/compiled-schema.ts";
import { plainCheck } from "../check/plain-check.ts";
import { standardCheck } from "../check/standard-check.ts";
import { isStandardSchema, writeJsonSchema } from "./write-json-schema.ts";

/**
 * Makes a tool's output schema ready. Any type of output will do, and unknown keys pass.
 * A schema that cannot be written as JSON Schema still checks; its `jsonSchema` is then `{}`.
 */
export function compileOutputSchema(schema: Schema<unknown>, options: CompileSchemaOptions): CompiledSchema {
  if (!isStandardSchema(schema))
    return { jsonSchema: schema, check: plainCheck(schema, { ...options, quotes: false }) };
  const write = (side: "input" | "output"): JsonSchema => {
    try {
      return writeJsonSchema(schema, side, options.toolName);
    } catch {
      return {};
    }
  };
  // A value is checked before it is transformed, so what is said of it comes from the input side: written when there is
  // something to say.
  const check = standardCheck(schema, {
    closed: false,
    quotes: false,
    get jsonSchema() {
      return write("input");
    },
  });
  return { jsonSchema: write("output"), check };
}
