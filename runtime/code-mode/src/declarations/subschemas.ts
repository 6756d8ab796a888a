import { isFields } from "@toolwright/core/internal";

/** Beyond this a type says no more than `unknown`. */
export const MAX_DEPTH = 24;

/** What a value has to fit as a whole, beside the schema's own keywords. */
export function alternativesOf(schema: Readonly<Record<string, unknown>>): readonly (readonly unknown[])[] {
  return [schema.anyOf, schema.oneOf].filter((arms): arms is unknown[] => Array.isArray(arms) && arms.length > 0);
}

/** All schemas in a schema that its type is written from. */
export function subschemas(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  return [
    ...wholeValue(schema),
    ...MAPS.flatMap((keyword) => valuesOf(schema[keyword])),
    ...ITEMS.flatMap((keyword) => itemsOf(schema[keyword])),
  ];
}

/** The schemas that a value of this schema has to fit as a whole, or one of which it has to fit. */
export function wholeValue(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  return [...alternativesOf(schema).flat(), ...itemsOf(schema.allOf)];
}

const MAPS = ["properties", "patternProperties"];
const ITEMS = ["items", "prefixItems", "additionalItems", "additionalProperties"];

export function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isFields(value) ? [value] : [];
}

function valuesOf(value: unknown): readonly unknown[] {
  return isFields(value) ? Object.values(value) : [];
}
