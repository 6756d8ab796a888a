import type { Json } from "./json.ts";

/** Sets a property of its own: `__proto__` becomes an ordinary key, as it is in JSON. */
export function setOwn(target: Record<string, Json>, key: string, value: Json): void {
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
