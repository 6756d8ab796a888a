import type { JsonSchemaValidator } from "./json-schema-validator.ts";

/** What compiling a schema needs besides the schema. */
export interface CompileSchemaOptions {
  /** Named in the errors. */
  readonly toolName: string;
  /** Judges plain JSON Schemas. Default: `@cfworker/json-schema`, loaded on first use. */
  readonly validator?: JsonSchemaValidator;
}
