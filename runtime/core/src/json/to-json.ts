import type { Json, JsonObject } from "./json.ts";
import { setOwn } from "./set-own.ts";

/**
 * A plain JSON copy of a value, or why there is none. `size` is what its JSON takes at least, in characters. `problem`
 * names the place as a JSON Pointer; `atLeast` is there where the value is too large: what its JSON takes, in
 * characters, as far as it was read.
 */
export type JsonCopy = { readonly ok: true; readonly value: Json; readonly size: number } | Uncopied;

/** A value that has no JSON copy. */
export interface Uncopied {
  readonly ok: false;
  readonly problem: string;
  /** What stands there: `a function`. */
  readonly what: string;
  /** The keys that lead there; numbers are places in a list. */
  readonly path: readonly (string | number)[];
  readonly atLeast?: number;
}

/** The deepest nesting that is written, in levels. */
const MAX_DEPTH = 100;
/** What the JSON of one copy may take, in characters. It always fits into one string. */
const MAX_SIZE = 2 ** 26;
/** How many objects and arrays one copy may hold. */
const MAX_CONTAINERS = 2 ** 22;

/**
 * Copies any value as plain JSON, the way `JSON.stringify` reads it, but nothing is lost silently: BigInt becomes
 * decimal text, a `Map` a list of entries, a `Set` and a typed array a list, an `Error` `{ name, message }`, a `RegExp`
 * its text, and unpaired surrogates U+FFFD. A problem are functions, symbols, circles, NaN and infinities, invalid
 * dates, what has no fields to read (a promise, an iterator, a `WeakMap`, a `Response`), more than 100 levels, more
 * than 64 Mi characters or 4 Mi objects, and whatever throws when it is read. `undefined` is left out of an object, and
 * becomes null alone or in an array. Never throws. `maxSize` takes the place of the 64 Mi characters.
 */
export function toJson(value: unknown, maxSize = MAX_SIZE): JsonCopy {
  const walk = newWalk(maxSize);
  try {
    const copied = copy(value, "", walk) ?? null;
    return { ok: true, value: copied, size: maxSize - walk.left };
  } catch (error) {
    return whyNot(error, walk, maxSize);
  }
}

/** A walk that may read so many characters. */
export function newWalk(maxSize = MAX_SIZE): Walk {
  return { path: undefined, ancestors: [undefined], depth: 0, left: maxSize, containers: MAX_CONTAINERS };
}

/** What stopped a walk. */
export function whyNot(error: unknown, { path = [], left }: Walk, maxSize = MAX_SIZE): Uncopied {
  const what = error instanceof Problem ? error.what : "a value that fails when it is read";
  const why = { ok: false, problem: `${what} at ${pointer(path)}`, what, path } as const;
  return left < 0 ? { ...why, atLeast: maxSize - left } : why;
}

/** Where a value is being copied. */
export interface Walk {
  /** To what went wrong; undefined until then. */
  path: (string | number)[] | undefined;
  /** The first so many are open. Most values are flat: there is room for one from the start. */
  readonly ancestors: (object | undefined)[];
  depth: number;
  left: number;
  containers: number;
}

class Problem {
  readonly what: string;
  constructor(what: string) {
    this.what = what;
  }
}

/** Undefined means: not there. */
export function copy(source: unknown, key: string, walk: Walk): Json | undefined {
  const value = afterToJson(source, key);
  switch (typeof value) {
    case "string":
      return copyText(value, walk);
    case "number":
      return copyNumber(value, walk);
    case "boolean":
      spend(walk, 4);
      return value;
    case "bigint":
      return copyText(String(value), walk);
    case "function":
      throw new Problem("a function");
    case "symbol":
      throw new Problem("a symbol");
    case "object":
      if (value !== null) return copyObject(value, walk);
      spend(walk, 4);
      return null;
    default:
      return undefined;
  }
}

/**
 * A digit takes one character; more digits are counted as three, so that no JSON is refused before its size is reached.
 */
function copyNumber(value: number, walk: Walk): number {
  if (!Number.isFinite(value)) throw new Problem(String(value));
  spend(walk, value >= 0 && value < 10 && Number.isInteger(value) ? 1 : 2);
  // Minus zero is 0 in JSON.
  return value + 0;
}

export function afterToJson(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !("toJSON" in value)) return value;
  if (value instanceof Date && Number.isNaN(value.getTime())) throw new Problem("an invalid date");
  return typeof value.toJSON === "function" ? value.toJSON(key) : value;
}

function copyText(text: string, walk: Walk): string {
  spend(walk, text.length + 2);
  return text.toWellFormed();
}

function copyObject(value: object, walk: Walk): Json {
  enter(value, walk);
  const result = Array.isArray(value)
    ? copyItems(value, walk)
    : isPlain(value)
      ? copyMembers(value, walk)
      : copyInstance(value, walk);
  walk.depth -= 1;
  return result;
}

/** Opens an object, which `depth` closes again. */
export function enter(value: object, walk: Walk): void {
  if (walk.depth === MAX_DEPTH) throw new Problem(`more than ${MAX_DEPTH} levels deep`);
  if (isOpen(value, walk)) throw new Problem("a circular reference");
  walk.containers -= 1;
  if (walk.containers < 0) throw new Problem(`more than ${MAX_CONTAINERS} objects and lists`);
  walk.ancestors[walk.depth++] = value;
}

function isOpen(value: object, { ancestors, depth }: Walk): boolean {
  for (let index = 0; index < depth; index++) if (ancestors[index] === value) return true;
  return false;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What a reader expects of an object that keeps its content elsewhere than in its fields. */
function copyInstance(value: object, walk: Walk): Json {
  if (value instanceof String) return copyText(String(value), walk);
  if (value instanceof Number) return copyNumber(Number(value), walk);
  if (value instanceof Boolean) return value.valueOf();
  if (value instanceof BigInt || value instanceof RegExp) return copyText(String(value), walk);
  if (value instanceof Error) return copyMembers({ name: value.name, message: value.message }, walk);
  const items = itemsOf(value, walk);
  if (items !== undefined) return copyItems(items, walk);
  if (Object.keys(value).length === 0 && hidesItsContent(value)) throw new Problem(`a ${nameOf(value)}`);
  return copyMembers(value, walk);
}

/** What is written as a list, as that list. */
export function itemsOf(value: object, walk: Walk): Items | undefined {
  if (value instanceof Map || value instanceof Set) return listed(value, walk);
  return Array.isArray(value) || isTypedArray(value) ? value : undefined;
}

function isTypedArray(value: object): value is Uint8Array {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function listed(value: ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>, walk: Walk): readonly unknown[] {
  if (value.size > walk.left) spend(walk, value.size);
  return [...value];
}

/** A promise, an iterator, a buffer, a response: `JSON.stringify` would write `{}`. */
function hidesItsContent(value: object): boolean {
  return Symbol.toStringTag in value || Symbol.iterator in value || Symbol.asyncIterator in value;
}

function nameOf(value: object): string {
  const tag: unknown = Reflect.get(value, Symbol.toStringTag);
  return typeof tag === "string" && /^[\w ]{1,40}$/.test(tag) ? tag : "object without fields";
}

/** What is written as a list. */
export type Items = { readonly length: number; readonly [index: number]: unknown };

function copyItems(values: Items, walk: Walk): readonly Json[] {
  const items: Json[] = [];
  const { length } = values;
  spend(walk, length === 0 ? 2 : length + 1); // before the loop: a sparse array may claim any length
  let index = 0;
  try {
    for (; index < length; index++) items.push(orNull(copy(values[index], String(index), walk), walk));
  } catch (error) {
    throw within(index, error, walk);
  }
  return items;
}

/** `undefined` in an array becomes null. */
function orNull(item: Json | undefined, walk: Walk): Json {
  if (item !== undefined) return item;
  spend(walk, 4);
  return null;
}

function copyMembers(value: object, walk: Walk): JsonObject {
  const members: Record<string, Json> = {};
  spend(walk, 2);
  const fields: Readonly<Record<string, unknown>> = Object(value);
  let at = "";
  try {
    // No list of the keys is made, as `Object.keys` would: what is inherited is passed over.
    for (const key in fields) {
      if (!Object.hasOwn(fields, key)) continue;
      at = key;
      const member = copy(fields[key], key, walk);
      if (member === undefined) continue;
      spend(walk, 1);
      setOwn(members, copyText(key, walk), member);
    }
  } catch (error) {
    throw within(at, error, walk);
  }
  return members;
}

/** Notes on the way out where something went wrong. */
export function within(key: string | number, error: unknown, walk: Walk): unknown {
  walk.path ??= [];
  walk.path.unshift(key);
  return error;
}

export function spend(walk: Walk, size: number): void {
  walk.left -= size;
  if (walk.left < 0) throw new Problem("more data than a result may hold");
}

function pointer(path: readonly (string | number)[]): string {
  if (path.length === 0) return "the top";
  const full = path.map((key) => `/${String(key).slice(0, 100).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return (full.length > 300 ? `${full.slice(0, 300)}…` : full).toWellFormed();
}
