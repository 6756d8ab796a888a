import { isJsonArray } from "../json/is-json-array.ts";
import type { Json } from "../json/json.ts";

/** Line breaks and indents may make a text so many times as long, and so many units longer. */
const GROWTH = { factor: 4, units: 64 * 1024 };

/** A value on many lines, which can be read and searched by line; on one where its depth would make it far too long. */
export function prettyJson(value: Json, onOneLine: string): string {
  const room = GROWTH.factor * onOneLine.length + GROWTH.units;
  return indents(value, 1, room) > room ? onOneLine : JSON.stringify(value, null, 2);
}

/** How much writing it on many lines adds; counted no further than `room`. */
function indents(value: Json, depth: number, room: number): number {
  if (typeof value !== "object" || value === null) return 0;
  const members = isJsonArray(value) ? value : Object.values(value);
  let added = members.length * (2 * depth + 2) + 2 * depth;
  for (const member of members) {
    if (added > room) return added;
    added += indents(member, depth + 1, room - added);
  }
  return added;
}
