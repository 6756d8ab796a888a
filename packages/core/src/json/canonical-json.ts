import type { Json } from "./json.ts";

/**
 * Writes a value with the keys of every object in code-unit order, so that equal values give equal text.
 * Properties that are `undefined` are left out. For values up to 100 levels deep.
 */
export function canonicalJson(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  return isArray(value) ? `[${value.map(canonicalJson).join(",")}]` : canonicalObject(value);
}

function canonicalObject(value: { readonly [key: string]: Json | undefined }): string {
  let text = "";
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member === undefined) continue;
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

// `Array.isArray` does not narrow a readonly array.
function isArray(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
