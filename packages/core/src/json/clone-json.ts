import type { Json } from "./json.ts";
import { setOwn } from "./set-own.ts";

/** A copy that shares nothing with the original. The original's depth is bounded by whoever read it. */
export function cloneJson<T extends Json>(value: T): T;
export function cloneJson(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => cloneJson(item));
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(value)) setOwn(copy, key, cloneJson(Reflect.get(value, key)));
  return copy;
}
