import type { Json, JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";

/** The value under an own key, or undefined when there is none or `value` is no object. */
export function fieldOf(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The string under an own key, or `""`. */
export function textOf(value: Json | undefined, key: string): string {
  const found = fieldOf(value, key);
  return typeof found === "string" ? found : "";
}

/** The elements under an own key, or none. */
export function listOf(value: Json | undefined, key: string): readonly Json[] {
  const found = fieldOf(value, key);
  return isList(found) ? found : [];
}

/** The given keys of an object that it has as its own and that are not null. */
export function pickFields(value: Json | undefined, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key): [string, Json][] => {
      const found = fieldOf(value, key);
      return found === undefined || found === null ? [] : [[key, found]];
    }),
  );
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
