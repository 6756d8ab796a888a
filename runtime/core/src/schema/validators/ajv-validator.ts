import type { JsonSchema } from "../../json/json.ts";
import type { JsonSchemaValidator } from "./json-schema-validator.ts";

/** The part of an Ajv 8 instance that is used; core does not depend on Ajv. */
interface AjvInstance {
  compile(schema: JsonSchema): AjvValidate;
}

interface AjvValidate {
  (value: unknown): unknown;
  readonly errors?: readonly AjvError[] | null;
}

interface AjvError {
  readonly instancePath: string;
  readonly keyword: string;
}

/**
 * Judges plain JSON Schemas with an Ajv 8 instance of yours, set up for the draft you use.
 * Ajv makes code from schemas, so it does not run where `eval` is forbidden.
 */
export function ajvValidator(ajv: AjvInstance): JsonSchemaValidator {
  return (schema) => {
    const validate = ajv.compile(schema);
    return (value) => {
      const valid = validate(value) === true;
      const errors = (valid ? [] : (validate.errors ?? [])).map(({ instancePath, keyword }) => ({
        path: instancePath,
        message: `does not satisfy "${keyword}"`,
      }));
      return { valid, errors };
    };
  };
}
