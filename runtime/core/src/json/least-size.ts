import { isJsonArray } from "./is-json-array.ts";
import type { Json, JsonObject } from "./json.ts";
import { keysOf } from "./keys-of.ts";

/**
 * What the JSON of plain data takes at least, in characters: no text is looked at. Where that is more than `most`, any
 * number above it.
 */
export function leastSize(value: Json, most = Number.POSITIVE_INFINITY): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value === "number") return 1;
  if (typeof value !== "object" || value === null) return 4;
  return isJsonArray(value) ? sizeOfItems(value, most) : sizeOfMembers(value, most);
}

function sizeOfItems(values: readonly Json[], most: number): number {
  let size = values.length + 1;
  for (const value of values) {
    if (size > most) break;
    size += leastSize(value, most - size);
  }
  return size;
}

function sizeOfMembers(value: JsonObject, most: number): number {
  let size = 1;
  for (const key of keysOf(value)) {
    size += key.length + 4 + leastSize(value[key] ?? null, most - size);
    if (size > most) break;
  }
  return size;
}
