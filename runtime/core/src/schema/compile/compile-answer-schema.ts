import type { Schema } from "../../tool/tool.ts";
import type { CompiledSchema } from "../check/compiled-schema.ts";
import { plainCheck } from "../check/plain-check.ts";
import { standardCheck } from "../check/standard-check.ts";
import { closeObjects } from "./close-objects.ts";
import { isStandardSchema, writeJsonSchema } from "./write-json-schema.ts";

/**
 * Makes the schema of a model's final answer ready. Any type of value will do, and unknown keys are the schema's own
 * business. Throws a `TypeError` for one that cannot be written as JSON Schema: no model could be told of it.
 */
export function compileAnswerSchema(schema: Schema<unknown>): CompiledSchema {
  const options = { toolName: "output" };
  if (!isStandardSchema(schema)) return { jsonSchema: schema, check: plainCheck(schema, options) };
  const jsonSchema = closeObjects(writeJsonSchema(schema, "input", options.toolName));
  return { jsonSchema, check: standardCheck(schema, { jsonSchema, closed: false }) };
}
