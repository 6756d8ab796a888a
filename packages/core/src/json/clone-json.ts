import type { Json } from "./json.ts";

/** A copy that shares nothing with the original. The original's depth is bounded by whoever read it. */
export function cloneJson<T extends Json>(value: T): T;
export function cloneJson(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => cloneJson(item));
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(value)) setOwn(copy, key, cloneJson(Reflect.get(value, key)));
  return copy;
}

/** `__proto__` becomes an ordinary key, as it is in JSON. */
function setOwn(target: Record<string, Json>, key: string, value: Json): void {
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
