import type { Json } from "../json/json.ts";
import type { Part } from "./part.ts";

/** What a program reads of a call. The model reads the text, the parts, or the JSON as text. */
export type ToolOutput =
  | { readonly type: "text"; readonly text: string }
  /** `forModel`: what the model reads in place of the value. Gone from the result of the call. */
  | { readonly type: "json"; readonly value: Json; readonly forModel?: readonly Part[] }
  | { readonly type: "parts"; readonly parts: readonly Part[] };
