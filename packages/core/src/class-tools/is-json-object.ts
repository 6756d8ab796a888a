import type { Json, JsonObject } from "../json/json.ts";

/** True for a JSON object: no array, no null. */
export function isJsonObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
