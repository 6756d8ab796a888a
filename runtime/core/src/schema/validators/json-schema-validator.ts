import type { Json, JsonSchema } from "../../json/json.ts";
import type { Issue } from "../../result/error-info.ts";

/**
 * Makes the function that judges values by a plain JSON Schema. Neither may change what it is given.
 * A message is shown only where ours finds nothing to say, so it must not quote the value.
 */
export type JsonSchemaValidator = (
  schema: JsonSchema,
) => (value: Json) => { readonly valid: boolean; readonly errors: readonly Issue[] };
