import type { TypeName } from "../nodes/expected-types.ts";

/** A change that was made to the arguments of a call. `path` is the JSON Pointer of an argument as it was given. */
export type Repair =
  | { readonly kind: "left out"; readonly path: string; readonly was: "null" | '""' | "0" }
  | { readonly kind: "renamed"; readonly path: string; readonly key: string }
  | { readonly kind: "converted"; readonly path: string; readonly from: TypeName; readonly to: TypeName };
