import type { TypeName } from "../nodes/expected-types.ts";

/** A change that was made to the arguments of a call. `path` is the JSON Pointer of an argument as it was given. */
export type Repair =
  | { readonly kind: "left out"; readonly path: string; readonly was: Nothing }
  | { readonly kind: "renamed"; readonly path: string; readonly key: string }
  | {
      readonly kind: "converted";
      readonly path: string;
      readonly from: TypeName;
      readonly to: TypeName;
      /** How it was read. Left out where a text spells a number, a list or an object: nothing was read into that. */
      readonly as?: "true" | "false" | "a list" | "a text";
    };

/** An argument that says nothing: its value, or that it is a word of JSON Schema. */
export type Nothing = "null" | '""' | "0" | "a word of JSON Schema";
