/** Why a schema cannot be strict. */
export type StrictProblemCode =
  /** The root is not an object with named keys. */
  | "root_not_object"
  /** An object takes keys that it does not name. */
  | "open_object"
  /** A place takes any value. */
  | "any_value"
  /** A keyword that no rewriting can express. */
  | "unsupported_keyword"
  /** A reference to something outside this schema, or to nothing. */
  | "unsupported_reference"
  | "recursive"
  | "too_deep"
  | "too_many_keys"
  | "too_many_enum_values";

/** One reason, and where it lies. */
export interface StrictProblem {
  readonly code: StrictProblemCode;
  /** JSON Pointer (RFC 6901) into `parameters`. */
  readonly path: string;
  /** The keyword or the reference at fault, where there is one. */
  readonly keyword?: string;
}
