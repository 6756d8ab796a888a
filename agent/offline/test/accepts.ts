import { Validator } from "@cfworker/json-schema";
import type { JsonSchema } from "@toolwright/core";

/** Whether a real validator accepts a value. */
export function accepts(schema: JsonSchema, value: unknown): boolean {
  return new Validator(structuredClone(schema), "7").validate(value).valid;
}
