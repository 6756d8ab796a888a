import { isJsonArray } from "./is-json-array.ts";
import type { Json } from "./json.ts";

/**
 * A number that is equal for values of the same canonical JSON, and mostly different for others: a small part of the work
 * of writing them. Of a text its length and its end count. Whoever compares must compare the values when numbers meet.
 */
export function sketchJson(value: Json): number {
  if (typeof value === "string") return sketchText(value);
  if (typeof value === "number") return value | 0;
  if (typeof value !== "object" || value === null) return value === true ? 1 : 0;
  return isJsonArray(value) ? sketchItems(value) : sketchMembers(value);
}

function sketchItems(values: readonly Json[]): number {
  let sketch = values.length;
  for (const value of values) sketch = mix(sketch, sketchJson(value));
  return sketch;
}

/** A sum, so that the order of the keys does not matter. */
function sketchMembers(value: { readonly [key: string]: Json | undefined }): number {
  let sketch = 0;
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member !== undefined) sketch = (sketch + mix(sketchText(key), sketchJson(member))) | 0;
  }
  return sketch;
}

/** How many characters of a text count: names of files differ at their end. */
const END = 12;

function sketchText(text: string): number {
  let sketch = text.length;
  for (let index = Math.max(0, text.length - END); index < text.length; index++) {
    sketch = mix(sketch, text.charCodeAt(index));
  }
  return sketch;
}

function mix(sketch: number, next: number): number {
  return Math.imul(sketch ^ next, 0x01000193) ^ (sketch >>> 15);
}
