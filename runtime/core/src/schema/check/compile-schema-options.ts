import type { JsonSchemaValidator } from "../validators/json-schema-validator.ts";

/** What compiling a schema needs besides the schema. */
export interface CompileSchemaOptions {
  /** Named in the errors. */
  readonly toolName: string;
  /** Judges plain JSON Schemas. Default: `@cfworker/json-schema`, loaded on first use. */
  readonly validator?: JsonSchemaValidator;
  /**
   * Whether a refusal may repeat a value. Default true; false for outputs, which may hold what their reader must not
   * see.
   */
  readonly quotes?: boolean;
}
