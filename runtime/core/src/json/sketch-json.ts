import { isJsonArray } from "./is-json-array.ts";
import type { Json } from "./json.ts";

/**
 * A number that is equal for values of the same canonical JSON, and mostly different for others: a small part of the
 * work of writing them. Of a text its length and its end count. Where numbers meet, `isSameJson` tells the values
 * apart.
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
  // No list of the keys is made; what is inherited counts the same for every value.
  for (const key in value) {
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

/** Whether two values say the same, in whatever order their keys stand. */
export function isSameJson(one: Json, other: Json): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const keys = Object.keys(one);
  if (isJsonArray(one) !== isJsonArray(other) || keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isSameJson(Reflect.get(one, key), Reflect.get(other, key)));
}
