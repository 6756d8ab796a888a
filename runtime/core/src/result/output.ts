import type { Json } from "../json/json.ts";
import type { Part } from "./part.ts";

/** What a program reads of a call. The model reads the text, the parts, or the JSON as text. */
export type ToolOutput =
  /** `forModel`: what the model, and an event, have in place of the text or the value. Gone from the call's result. */
  | { readonly type: "text"; readonly text: string; readonly forModel?: readonly Part[] }
  | { readonly type: "json"; readonly value: Json; readonly forModel?: readonly Part[] }
  | { readonly type: "parts"; readonly parts: readonly Part[] };
