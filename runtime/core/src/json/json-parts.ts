import { isJsonArray } from "./is-json-array.ts";
import type { Json, JsonObject } from "./json.ts";
import { keysOf } from "./keys-of.ts";
import { leastSize } from "./least-size.ts";
import { setOwn } from "./set-own.ts";

/** What is looked at in one go, in characters of JSON: some milliseconds where it is many small lists. */
export const PIECE = 64 * 1024;

/** A list or an object. */
export type Container = readonly Json[] | JsonObject;

/** A member that is more than a piece. */
export interface LongPart {
  readonly key: string;
  readonly long: Json;
}

/** Neighbours that are no more than a piece together, as a list or an object, or a long member. */
type JsonPart = Run | LongPart;

interface Run {
  readonly run: Container;
  /** What its JSON takes at least, in characters. */
  readonly least: number;
}

/** Whether a value is better looked at part by part, with turns for others in between. */
export function isLong(value: Json): boolean {
  return leastSize(value, PIECE) > PIECE;
}

/** The members of a list or an object, in their order. */
export function partsOf(value: Container): Generator<JsonPart> {
  return isJsonArray(value) ? partsOfItems(value) : partsOfMembers(value);
}

function* partsOfItems(values: readonly Json[]): Generator<JsonPart> {
  let run: Json[] = [];
  let room = PIECE;
  for (const [index, value] of values.entries()) {
    const size = leastSize(value, PIECE);
    if (size > room && run.length > 0) {
      yield { run, least: PIECE - room };
      run = [];
      room = PIECE;
    }
    if (size > PIECE) yield { key: String(index), long: value };
    else run.push(value);
    if (size <= PIECE) room -= size;
  }
  if (run.length > 0) yield { run, least: PIECE - room };
}

function* partsOfMembers(value: JsonObject): Generator<JsonPart> {
  let run: Record<string, Json> = {};
  let room = PIECE;
  for (const key of keysOf(value)) {
    const member = value[key] ?? null;
    const size = key.length + leastSize(member, PIECE);
    if (size > room && room < PIECE) {
      yield { run, least: PIECE - room };
      run = {};
      room = PIECE;
    }
    if (size > PIECE) yield { key, long: member };
    else setOwn(run, key, member);
    if (size <= PIECE) room -= size;
  }
  if (room < PIECE) yield { run, least: PIECE - room };
}
