/** Points the local references of a schema (`#`, `#/definitions/x`) at the place where it now stands, a JSON Pointer. */
export function rebaseReferences(schema: unknown, place: string): unknown {
  if (Array.isArray(schema)) return schema.map((item: unknown) => rebaseReferences(item, place));
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, rebased(keyword, value, place)]);
  return Object.fromEntries(entries);
}

/** Keywords whose values are data, in which `$ref` means nothing. */
const DATA = new Set(["const", "enum", "default", "examples"]);

function rebased(keyword: string, value: unknown, place: string): unknown {
  if (DATA.has(keyword)) return value;
  if (keyword !== "$ref" || typeof value !== "string" || !/^#(\/|$)/.test(value)) return rebaseReferences(value, place);
  return `#${place}${value.slice(1)}`;
}
