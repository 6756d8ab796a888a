/** Any value that JSON can write. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A JSON Schema, draft-07 unless it says otherwise. */
export type JsonSchema = { readonly [keyword: string]: unknown };
