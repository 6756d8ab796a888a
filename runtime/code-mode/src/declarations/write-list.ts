import type { Fields, Place } from "./place.ts";
import { listOf, type Type, typeText, UNKNOWN, unionOf } from "./type.ts";

/** A list, or a tuple of any draft: `prefixItems`, or `items` with a list of schemas. */
export function writeList(schema: Fields, place: Place): Type {
  const { items, prefixItems, additionalItems, minItems } = schema;
  if (Array.isArray(prefixItems)) return tuple(prefixItems, { place, rest: items, minItems });
  if (Array.isArray(items)) return tuple(items, { place, rest: additionalItems, minItems });
  return listOf(items === undefined ? UNKNOWN : place.typeOf(items));
}

interface TupleOptions {
  readonly place: Place;
  /** The schema of what follows. */
  readonly rest: unknown;
  readonly minItems: unknown;
}

/**
 * Who says nothing of the length of a tuple means all of it. What may be missing is written as a list of either: a type
 * that recurs cannot stand in an optional place.
 */
function tuple(items: readonly unknown[], { place, rest, minItems }: TupleOptions): Type {
  const least = typeof minItems === "number" ? minItems : items.length;
  const written = items.slice(0, least).map((item) => typeText(place.typeOf(item)));
  const others = [...items.slice(least), ...(rest === undefined || rest === false ? [] : [rest])];
  const following = others.length === 0 ? [] : [`...${typeText(listOf(unionOf(others.map(place.typeOf))))}`];
  return [`[${[...written, ...following].join(", ")}]`];
}
