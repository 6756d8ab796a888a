import type { JsonObject } from "./json.ts";

/** True for an object that is no list: its fields may be looked at. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for a JSON object: no array, no null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isFields(value);
}
