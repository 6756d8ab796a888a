import type { Json, JsonObject } from "./json.ts";
import { setOwn } from "./set-own.ts";

/** A plain JSON copy of a value, or why there is none. `problem` names the place as a JSON Pointer. */
export type JsonCopy = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly problem: string };

/** The deepest nesting that is written, in levels. */
const MAX_DEPTH = 100;
/** What one copy may hold, in characters; every value counts 16 besides, in an array 32. Its JSON always fits into one string. */
const MAX_SIZE = 2 ** 26;

/**
 * Copies any value as plain JSON, the way `JSON.stringify` reads it, but: BigInt becomes a decimal string, unpaired
 * surrogates become U+FFFD, and functions, circles, more than 100 levels, more than 64 Mi characters and whatever throws
 * when it is read are a problem. `undefined` becomes null where it stands alone or in an array. Never throws.
 * `maxSize` takes the place of the 64 Mi characters.
 */
export function toJson(value: unknown, maxSize = MAX_SIZE): JsonCopy {
  const walk: Walk = { path: [], ancestors: [], left: maxSize };
  try {
    return { ok: true, value: copy(value, "", walk) ?? null };
  } catch (error) {
    const what = error instanceof Problem ? error.what : "a value that fails when it is read";
    return { ok: false, problem: `${what} at ${pointer(walk.path)}` };
  }
}

interface Walk {
  /** To what went wrong; empty until then. */
  readonly path: string[];
  readonly ancestors: object[];
  left: number;
}

class Problem {
  readonly what: string;
  constructor(what: string) {
    this.what = what;
  }
}

/** Undefined means: not there. */
function copy(source: unknown, key: string, walk: Walk): Json | undefined {
  const value = afterToJson(source, key);
  spend(walk, 16);
  switch (typeof value) {
    case "string":
      return copyText(value, walk);
    case "number":
      // Minus zero is 0 in JSON.
      return Number.isFinite(value) ? value + 0 : null;
    case "boolean":
      return value;
    case "bigint":
      return String(value);
    case "function":
      throw new Problem("a function");
    case "object":
      return value === null ? null : copyObject(value, walk);
    default:
      return undefined;
  }
}

function afterToJson(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !("toJSON" in value)) return value;
  return typeof value.toJSON === "function" ? value.toJSON(key) : value;
}

function copyText(text: string, walk: Walk): string {
  spend(walk, text.length);
  return text.toWellFormed();
}

function copyObject(value: object, walk: Walk): Json {
  if (value instanceof String) return copyText(String(value), walk);
  if (value instanceof Number) return Number.isFinite(Number(value)) ? Number(value) + 0 : null;
  if (value instanceof Boolean) return value.valueOf();
  if (value instanceof BigInt) return String(value);
  if (walk.ancestors.length === MAX_DEPTH) throw new Problem(`more than ${MAX_DEPTH} levels`);
  if (walk.ancestors.includes(value)) throw new Problem("a circular reference");
  walk.ancestors.push(value);
  const result = Array.isArray(value) ? copyItems(value, walk) : copyMembers(value, walk);
  walk.ancestors.pop();
  return result;
}

function copyItems(values: readonly unknown[], walk: Walk): readonly Json[] {
  const items: Json[] = [];
  const { length } = values;
  spend(walk, 16 * length); // before the loop: a sparse array may claim any length
  let index = 0;
  try {
    for (; index < length; index++) items.push(copy(values[index], String(index), walk) ?? null);
  } catch (error) {
    throw within(String(index), error, walk);
  }
  return items;
}

function copyMembers(value: object, walk: Walk): JsonObject {
  const members: Record<string, Json> = {};
  const keys = Object.keys(value);
  let at = "";
  try {
    for (const key of keys) {
      at = key;
      const member = copy(Reflect.get(value, key), key, walk);
      if (member !== undefined) setOwn(members, copyText(key, walk), member);
    }
  } catch (error) {
    throw within(at, error, walk);
  }
  return members;
}

/** Notes on the way out where something went wrong. */
function within(key: string, error: unknown, walk: Walk): unknown {
  walk.path.unshift(key);
  return error;
}

function spend(walk: Walk, size: number): void {
  walk.left -= size;
  if (walk.left < 0) throw new Problem("more data than a result may hold");
}

function pointer(path: readonly string[]): string {
  if (path.length === 0) return "the top";
  const full = path.map((key) => `/${key.slice(0, 100).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return (full.length > 300 ? `${full.slice(0, 300)}…` : full).toWellFormed();
}
