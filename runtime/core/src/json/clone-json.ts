import { isJsonArray } from "./is-json-array.ts";
import type { Json } from "./json.ts";
import { setOwn } from "./set-own.ts";

/** A copy that shares nothing with the original. The original's depth is bounded by whoever read it. */
export function cloneJson<T extends Json>(value: T): T;
export function cloneJson(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isJsonArray(value)) return value.map((item) => cloneJson(item));
  const copy: Record<string, Json> = { ...value };
  for (const key in copy) {
    const member = copy[key];
    if (typeof member === "object" && member !== null && Object.hasOwn(copy, key)) setOwn(copy, key, cloneJson(member));
  }
  return copy;
}
