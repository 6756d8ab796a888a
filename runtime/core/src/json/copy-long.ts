import { turn } from "../async/turn.ts";
import type { Json, JsonObject } from "./json.ts";
import { noteKeys } from "./keys-of.ts";
import { setOwn } from "./set-own.ts";
import {
  afterToJson,
  copy,
  enter,
  type Items,
  itemsOf,
  type JsonCopy,
  newWalk,
  spend,
  type Walk,
  whyNot,
  within,
} from "./to-json.ts";

/** What is copied in one go, in characters of JSON: some milliseconds where it is many small lists. */
const PIECE = 128 * 1024;

/**
 * What `toJson` gives, with turns for others in between. A change that is made meanwhile may be in the copy or not.
 * Something may be read twice: what is longer than a piece is found out by reading a piece of it.
 */
export async function copyLong(value: unknown, maxSize?: number): Promise<JsonCopy> {
  const walk = newWalk(maxSize);
  const { left } = walk;
  const copying: Copying = { walk, spent: 0 };
  try {
    const short = copyShort(value, "", copying);
    const copied = short === TOO_LONG ? await copyParts(value, "", copying) : short;
    return { ok: true, value: copied ?? null, size: left - walk.left };
  } catch (error) {
    return whyNot(error, walk, left);
  }
}

interface Copying {
  readonly walk: Walk;
  /** Since the last turn of others. */
  spent: number;
}

const TOO_LONG = Symbol("too long");

/** The copy of what is no longer than a piece. Undefined means: not there. */
function copyShort(source: unknown, key: string, copying: Copying): Json | undefined | typeof TOO_LONG {
  const { walk } = copying;
  const { left, containers, depth } = walk;
  const room = Math.min(left, PIECE);
  walk.left = room;
  try {
    return copy(source, key, walk);
  } catch (error) {
    if (walk.left >= 0 || room === left) throw error;
    // As if nothing of it had been read.
    Object.assign(walk, { left: room, containers, depth, path: undefined });
    copying.spent += PIECE;
    return TOO_LONG;
  } finally {
    const used = room - walk.left;
    walk.left = left - used;
    copying.spent += used;
  }
}

/** The copy of what is longer, part by part. */
async function copyParts(source: unknown, key: string, copying: Copying): Promise<Json | undefined> {
  const { walk } = copying;
  const value = afterToJson(source, key);
  if (typeof value !== "object" || value === null || isText(value)) return copy(value, key, walk);
  enter(value, walk);
  const items = itemsOf(value, walk);
  const copied = items === undefined ? await copyMembers(value, copying) : await copyItems(items, copying);
  walk.depth -= 1;
  return copied;
}

/** A text is copied in no time, however long. */
function isText(value: object): boolean {
  return value instanceof String || value instanceof RegExp || value instanceof Error;
}

async function copyItems(values: Items, copying: Copying): Promise<readonly Json[]> {
  const { walk } = copying;
  const items: Json[] = [];
  const { length } = values;
  spend(walk, length + 1);
  let index = 0;
  try {
    for (; index < length; index++) {
      if (copying.spent >= PIECE) await takeTurn(copying);
      const key = String(index);
      const short = copyShort(values[index], key, copying);
      const item = short === TOO_LONG ? await copyParts(values[index], key, copying) : short;
      if (item === undefined) spend(walk, 4);
      items.push(item ?? null);
    }
  } catch (error) {
    throw within(index, error, walk);
  }
  return items;
}

async function copyMembers(value: object, copying: Copying): Promise<JsonObject> {
  const { walk } = copying;
  const members: Record<string, Json> = {};
  spend(walk, 2);
  let at = "";
  try {
    for (const key in value) {
      if (!Object.hasOwn(value, key)) continue;
      at = key;
      if (copying.spent >= PIECE) await takeTurn(copying);
      const short = copyShort(Reflect.get(value, key), key, copying);
      const member = short === TOO_LONG ? await copyParts(Reflect.get(value, key), key, copying) : short;
      if (member === undefined) continue;
      spend(walk, 1);
      spend(walk, key.length + 2);
      setOwn(members, key.toWellFormed(), member);
      copying.spent += key.length;
    }
  } catch (error) {
    throw within(at, error, walk);
  }
  await takeTurn(copying);
  noteKeys(members);
  return members;
}

async function takeTurn(copying: Copying): Promise<void> {
  await turn();
  copying.spent = 0;
}
