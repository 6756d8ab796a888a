import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";

/** A Standard Schema that also writes itself as JSON Schema. */
export interface OwnSchema<T> {
  readonly "~standard": StandardSchemaV1.Props<unknown, T> & StandardJSONSchemaV1.Props<unknown, T>;
}
