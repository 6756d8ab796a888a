import type { Json } from "../json/json.ts";

/**
 * The value with every string and key passed through `scrub`; the same value when nothing changed. The string beside an
 * `authorization` key is judged as that header. T is kept because masking changes what strings say, not the shape.
 */
export function scrubJson<T extends Json>(value: T, scrub: (text: string) => string): T;
export function scrubJson(value: Json, scrub: (text: string) => string): Json {
  if (typeof value === "string") return scrub(value);
  if (typeof value !== "object" || value === null) return value;
  return isArray(value) ? scrubItems(value, scrub) : scrubMembers(value, scrub);
}

function scrubItems(items: readonly Json[], scrub: (text: string) => string): readonly Json[] {
  let changed: Json[] | undefined;
  for (const [index, item] of items.entries()) {
    const scrubbed = scrubJson(item, scrub);
    if (scrubbed === item) continue;
    changed ??= [...items];
    changed[index] = scrubbed;
  }
  return changed ?? items;
}

function scrubMembers(value: { readonly [key: string]: Json }, scrub: (text: string) => string): Json {
  let changed = false;
  const entries: [string, Json][] = [];
  for (const key of Object.keys(value)) {
    const member = value[key] ?? null;
    const shownKey = scrub(key);
    const shown =
      typeof member === "string" && HEADER.test(key) ? scrubHeader(member, scrub) : scrubJson(member, scrub);
    changed ||= shownKey !== key || shown !== value[key];
    entries.push([shownKey, shown]);
  }
  return changed ? Object.fromEntries(entries) : value;
}

const HEADER = /authorization$/i;
const NAME = "authorization:";

function scrubHeader(value: string, scrub: (text: string) => string): string {
  const line = scrub(NAME + value);
  return line === NAME + value ? value : line.slice(NAME.length);
}

function isArray(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
