import { isJsonArray } from "../json/is-json-array.ts";
import type { Json } from "../json/json.ts";
import { extraBytes, jsonSize } from "../json/json-size.ts";
import { keysOf } from "../json/keys-of.ts";

/** A member is not cut below this many bytes, nor below half of what its parent has; members are left out instead. */
const SMALLEST_SHARE = 512;
/** What a marker may take, in bytes, its comma and key included. */
const MARKER = 48;

/** No list of fewer bytes has so many members: an item has its comma beside it. */
const LEAST_NEED = 2;

/** Nor is an entry shorter than `"":0` with its comma. */
const LEAST_ENTRY = 5;

/**
 * A smaller value of the same shape whose JSON takes at most `maxBytes` (at least 256): the largest strings and arrays
 * give way first, and a marker says how much is missing. With a hint on the whole, the value is wrapped as
 * `{value, full}`. What is left out is not looked at: the work grows with `maxBytes` and the number of keys.
 */
export function cutJson(value: Json, maxBytes: number, full?: string): Json {
  if (full === undefined) return fit(value, maxBytes);
  const room = maxBytes - jsonSize({ value: 0, full });
  return { value: fit(value, room), full };
}

function fit(value: Json, budget: number): Json {
  if (jsonSize(value, budget) <= budget) return value;
  if (typeof value === "string") return cutString(value, budget);
  if (typeof value !== "object" || value === null || budget < 2 * MARKER) return "…";
  return isJsonArray(value) ? cutArray(value, budget) : cutObject(value, budget);
}

function cutString(text: string, budget: number): string {
  const marker = `…[+${text.length} chars]`;
  let left = budget - marker.length - 4;
  let index = 0;
  while (index < text.length) {
    left -= 1 + extraBytes(text, index);
    if (left < 0) break;
    index++;
  }
  if ((text.charCodeAt(index - 1) & 0xfc00) === 0xd800) index--;
  return budget < marker.length + 4 ? "…" : `${text.slice(0, index)}…[+${text.length - index} chars]`;
}

function cutArray(values: readonly Json[], budget: number): Json {
  const share = fairShare(values.length, budget - MARKER, (index, most) => jsonSize(values[index], most) + 1);
  const kept: Json[] = [];
  let left = budget - MARKER;
  for (const value of values) {
    const need = Math.min(jsonSize(value, share) + 1, share);
    if (need > left) break;
    const item = fit(value, need - 1);
    left -= jsonSize(item) + 1;
    kept.push(item);
  }
  const missing = values.length - kept.length;
  return missing === 0 ? kept : [...kept, `… ${missing} more items`];
}

function cutObject(value: { readonly [key: string]: Json }, budget: number): Json {
  const keys = keysOf(value);
  const sizeOfKey = (key: string) => jsonSize(key, budget) + 2;
  const needOf = (key: string, most: number) => {
    const size = sizeOfKey(key);
    return size + jsonSize(value[key], most - size);
  };
  const share = fairShare(keys.length, budget - MARKER, (index, most) => needOf(keys[index] ?? "", most));
  const kept: [string, Json][] = [];
  let left = budget - MARKER;
  for (const key of keys) {
    if (left < LEAST_ENTRY) break;
    const keySize = sizeOfKey(key);
    const most = Math.max(share, keySize + MARKER);
    const need = Math.min(needOf(key, Math.min(most, left)), most);
    if (need > left) continue;
    const cut = fit(value[key] ?? null, need - keySize);
    left -= jsonSize(cut) + keySize;
    kept.push([key, cut]);
  }
  const missing = keys.length - kept.length;
  if (missing > 0) kept.push(["…", `${missing} more keys`]);
  return Object.fromEntries(kept);
}

/** What a member takes with its comma and its key; where that is more than `most`, any number above it. */
type NeedOf = (index: number, most: number) => number;

/**
 * The share that lets every smaller member stay whole and the larger ones have the same each. Members are measured as
 * far as their share may reach, which begins as that of equals.
 */
function fairShare(count: number, budget: number, needOf: NeedOf): number {
  const smallest = Math.min(SMALLEST_SHARE, Math.floor(budget / 2));
  if (count * LEAST_NEED > budget) return smallest;
  for (let most = Math.floor(budget / count); ; most *= 2) {
    const needs = Float64Array.from({ length: count }, (_, index) => needOf(index, most));
    const share = shareWithin(needs.sort(), budget);
    if (share <= most || most >= budget) return Math.max(share, smallest);
  }
}

function shareWithin(sorted: Float64Array, budget: number): number {
  let left = budget;
  for (const [index, need] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (need > share) return share;
    left -= need;
  }
  return budget;
}
