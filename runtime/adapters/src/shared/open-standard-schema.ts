import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { JsonSchema } from "@toolwright/core";

/**
 * A standard schema that tells the model the truth and lets everything pass: the runner reads, mends and judges what
 * comes.
 */
export function openStandardSchema(jsonSchema: JsonSchema): StandardSchemaV1<unknown, unknown> {
  const validate = (value: unknown) => ({ value });
  const converter = { input: () => jsonSchema, output: () => jsonSchema };
  return { "~standard": { version: 1, vendor: "toolwright", validate, ...{ jsonSchema: converter } } };
}
