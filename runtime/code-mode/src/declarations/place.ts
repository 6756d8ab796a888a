import type { References } from "./references.ts";
import type { Type } from "./type.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** Where in a schema a type is written. */
export interface Place {
  readonly references: References;
  /** The type of a schema within. */
  typeOf(schema: unknown): Type;
}
