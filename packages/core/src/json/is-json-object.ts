import type { JsonObject } from "./json.ts";

/** True for a JSON object: no array, no null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
