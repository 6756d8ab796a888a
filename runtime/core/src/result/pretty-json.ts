import { turn } from "../async/turn.ts";
import { isJsonArray } from "../json/is-json-array.ts";
import type { Json } from "../json/json.ts";
import { isLong, partsOf } from "../json/json-parts.ts";
import { jsonPieces } from "../json/json-pieces.ts";
import { leastSize } from "../json/least-size.ts";

/** Line breaks and indents may make a text so many times as long, and so many units longer. */
const GROWTH = { factor: 4, units: 64 * 1024 };

/**
 * A value on many lines, which can be read and searched by line; on one where its depth would make it far too long.
 * Others have their turn while a long one is written.
 */
export async function prettyJson(value: Json): Promise<string> {
  const { added, least } = await measured(value, 1);
  if (added <= roomOf(least)) return written(value, true);
  const onOneLine = await written(value, false);
  return added > roomOf(onOneLine.length) ? onOneLine : written(value, true);
}

function roomOf(length: number): number {
  return GROWTH.factor * length + GROWTH.units;
}

async function written(value: Json, onLines: boolean): Promise<string> {
  const texts: string[] = [];
  for (const piece of jsonPieces(value, onLines)) {
    if (texts.length > 0) await turn();
    texts.push(piece);
  }
  const text = texts.join("");
  if (texts.length > 1) await turn();
  return text;
}

/** How much writing it on many lines adds at most, and how long it is on one at least. */
interface Measured {
  readonly added: number;
  readonly least: number;
}

async function measured(value: Json, depth: number): Promise<Measured> {
  if (typeof value !== "object" || value === null || !isLong(value))
    return { added: indents(value, depth), least: leastSize(value) };
  let added = ends(depth);
  let least = 0;
  for (const part of partsOf(value)) {
    await turn();
    if ("run" in part) {
      added += indents(part.run, depth) - ends(depth);
      least += part.least;
      continue;
    }
    const long = await measured(part.long, depth + 1);
    added += long.added + line(depth);
    least += long.least;
  }
  return { added, least };
}

function indents(value: Json, depth: number): number {
  if (typeof value !== "object" || value === null) return 0;
  const members = isJsonArray(value) ? value : Object.values(value);
  let added = members.length * line(depth) + ends(depth);
  for (const member of members) added += indents(member, depth + 1);
  return added;
}

function line(depth: number): number {
  return 2 * depth + 2;
}

function ends(depth: number): number {
  return 2 * depth;
}
