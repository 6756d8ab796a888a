import { isJsonArray } from "../json/is-json-array.ts";
import type { Json } from "../json/json.ts";
import { extraBytes, jsonSize } from "../json/json-size.ts";

/** A member is not cut below this many bytes, nor below half of what its parent has; members are left out instead. */
const SMALLEST_SHARE = 512;
/** What a marker may take, in bytes, its comma and key included. */
const MARKER = 48;

/**
 * A smaller value of the same shape whose JSON takes at most `maxBytes` (at least 256): the largest strings and arrays
 * give way first, and a marker says how much is missing. With a hint on the whole, the value is wrapped as
 * `{value, full}`.
 */
export function cutJson(value: Json, maxBytes: number, full?: string): Json {
  const sizes = new Map<object, number>();
  if (full === undefined) return fit(value, maxBytes, sizes);
  const room = maxBytes - jsonSize({ value: 0, full });
  return { value: fit(value, room, sizes), full };
}

type Sizes = Map<object, number>;

function fit(value: Json, budget: number, sizes: Sizes): Json {
  if (sizeOf(value, sizes) <= budget) return value;
  if (typeof value === "string") return cutString(value, budget);
  if (typeof value !== "object" || value === null || budget < 2 * MARKER) return "…";
  return isJsonArray(value) ? cutArray(value, budget, sizes) : cutObject(value, budget, sizes);
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

function cutArray(values: readonly Json[], budget: number, sizes: Sizes): Json {
  const needs = values.map((value) => sizeOf(value, sizes) + 1);
  const share = fairShare(needs, budget - MARKER);
  const kept: Json[] = [];
  let left = budget - MARKER;
  for (const [index, value] of values.entries()) {
    const need = Math.min(needs[index] ?? 0, share);
    if (need > left) break;
    const item = fit(value, need - 1, sizes);
    left -= jsonSize(item) + 1;
    kept.push(item);
  }
  const missing = values.length - kept.length;
  return missing === 0 ? kept : [...kept, `… ${missing} more items`];
}

function cutObject(value: { readonly [key: string]: Json }, budget: number, sizes: Sizes): Json {
  const entries = Object.entries(value);
  const keys = entries.map(([key]) => jsonSize(key) + 2);
  const needs = entries.map(([, member], index) => sizeOf(member, sizes) + (keys[index] ?? 0));
  const share = fairShare(needs, budget - MARKER);
  const kept: [string, Json][] = [];
  let left = budget - MARKER;
  for (const [index, [key, member]] of entries.entries()) {
    const keySize = keys[index] ?? 0;
    const need = Math.min(needs[index] ?? 0, Math.max(share, keySize + MARKER));
    if (need > left) continue;
    const cut = fit(member, need - keySize, sizes);
    left -= jsonSize(cut) + keySize;
    kept.push([key, cut]);
  }
  const missing = entries.length - kept.length;
  if (missing > 0) kept.push(["…", `${missing} more keys`]);
  return Object.fromEntries(kept);
}

/** The share that lets every smaller member stay whole and the larger ones have the same each. */
function fairShare(needs: readonly number[], budget: number): number {
  const sorted = Float64Array.from(needs).sort();
  const smallest = Math.min(SMALLEST_SHARE, Math.floor(budget / 2));
  let left = budget;
  for (const [index, need] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (need > share) return Math.max(share, smallest);
    left -= need;
  }
  return budget;
}

/** Like `jsonSize`, but remembers what it has seen, so that a walk down the value stays linear. */
function sizeOf(value: Json, sizes: Sizes): number {
  if (typeof value !== "object" || value === null) return jsonSize(value);
  const known = sizes.get(value);
  if (known !== undefined) return known;
  const members = isJsonArray(value) ? value : Object.values(value);
  let size = Math.max(2, members.length + 1);
  for (const member of members) size += sizeOf(member, sizes);
  if (!isJsonArray(value)) for (const key of Object.keys(value)) size += jsonSize(key) + 1;
  sizes.set(value, size);
  return size;
}
