import type { JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";

/** The object that a JSON text is; undefined for every other text. */
export function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
