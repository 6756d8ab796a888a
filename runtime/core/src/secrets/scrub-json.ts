import { isJsonArray } from "../json/is-json-array.ts";
import type { Json } from "../json/json.ts";
import type { Scrubber } from "./scrubber.ts";

type Scrub = Pick<Scrubber, "text" | "name">;

/**
 * The value with every string, number and key scrubbed; the same value when nothing changed. The string beside an
 * `authorization` key is judged as that header. T is kept, though a number that is masked is a string.
 */
export function scrubJson<T extends Json>(value: T, scrub: Scrub): T;
export function scrubJson(value: Json, scrub: Scrub): Json {
  if (typeof value === "string" || typeof value === "number") {
    const text = `${value}`;
    const shown = scrub.text(text);
    return shown === text ? value : shown;
  }
  if (typeof value !== "object" || value === null) return value;
  return isJsonArray(value) ? scrubItems(value, scrub) : scrubMembers(value, scrub);
}

function scrubItems(items: readonly Json[], scrub: Scrub): readonly Json[] {
  let changed: Json[] | undefined;
  for (const [index, item] of items.entries()) {
    const scrubbed = scrubJson(item, scrub);
    if (scrubbed === item) continue;
    changed ??= [...items];
    changed[index] = scrubbed;
  }
  return changed ?? items;
}

function scrubMembers(value: { readonly [key: string]: Json }, scrub: Scrub): Json {
  let changed: [string, Json][] | undefined;
  const keys = Object.keys(value);
  for (const [index, key] of keys.entries()) {
    const member = value[key] ?? null;
    const shownKey = scrub.name(key);
    const shown = scrubMember(key, member, scrub);
    if (shownKey !== key || shown !== value[key]) changed ??= keys.slice(0, index).map((k) => [k, value[k] ?? null]);
    changed?.push([shownKey, shown]);
  }
  return changed === undefined ? value : Object.fromEntries(changed);
}

function scrubMember(key: string, member: Json, scrub: Scrub): Json {
  return typeof member === "string" && HEADER.test(key) ? scrubHeader(member, scrub) : scrubJson(member, scrub);
}

/** Names of headers that say who somebody is. */
export const HEADER = /authorization$/i;
const NAME = "authorization:";

/** The value of such a header. */
export function scrubHeader(value: string, scrub: Scrub): string {
  const line = scrub.text(NAME + value);
  return line === NAME + value ? value : line.slice(NAME.length);
}
