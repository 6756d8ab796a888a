import type { Json } from "@toolwright/core";

/**
 * One text for every way of writing the same JSON value; the trimmed text itself where it does not parse.
 * Long digit runs are compared as written, because parsing would round two different ids to one number.
 */
export function canonicalValue(text: string): string {
  const trimmed = text.trim();
  if (/\d{16}/.test(trimmed)) return trimmed;
  try {
    return JSON.stringify(sorted(JSON.parse(trimmed)));
  } catch {
    return trimmed;
  }
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, inner]): [string, Json] => [key, sorted(inner)]);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}
