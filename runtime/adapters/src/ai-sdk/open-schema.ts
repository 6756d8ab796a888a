import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { JsonSchema } from "@toolwright/core";

/** What AI SDK itself marks its schemas with. */
const AI_SDK_SCHEMA = Symbol.for("vercel.ai.schema");

/** A schema that tells the model the truth and lets everything pass: the runner reads, mends and judges what comes. */
export interface OpenSchema extends StandardSchemaV1<unknown, unknown> {
  readonly jsonSchema: JsonSchema;
}

/** The schema goes out byte for byte: of a standard schema AI SDK would close the objects. */
export function openSchema(jsonSchema: JsonSchema): OpenSchema {
  return Object.defineProperty(
    {
      jsonSchema,
      validate: undefined,
      "~standard": { version: 1, vendor: "toolwright", validate: (value: unknown) => ({ value }) },
    } as const,
    AI_SDK_SCHEMA,
    { value: true, enumerable: true },
  );
}
