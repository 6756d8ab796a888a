import type { Json } from "./json.ts";

/** Freezes a JSON value, all of it: whoever gets it sees the same bytes for ever. */
export function frozenJson<T extends Json>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const item of Object.values(value)) frozenJson(item);
  return Object.freeze(value);
}
