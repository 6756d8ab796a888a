import type { Json } from "./json.ts";

/** `Array.isArray`, which does not narrow a readonly array. */
export function isJsonArray(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
