import { createScrubber } from "../secrets/create-scrubber.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import { shorten } from "./shorten.ts";

/** How much of a long value is looked at: far more than is shown. */
const MAX_READ = 4_096;
/** The most characters that a list may take before only its length is shown. */
const MAX_LIST = 50;

let scrubber: Scrubber | undefined;

/**
 * Arguments as they stand in an error's text: `path="a.ts", limit=5`. Nothing that says nothing (`undefined`, null, an
 * empty list or object); long values shortened; values of `hidden` parameters masked.
 */
export function shownParameters(args: object, hidden: ReadonlySet<string>): string {
  return Object.entries(args)
    .filter(([, value]) => saysSomething(value))
    .map(([key, value]) => `${key}=${hidden.has(key) ? `[secret:${key}]` : shown(value)}`)
    .join(", ");
}

function saysSomething(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

function shown(value: unknown): string {
  if (typeof value === "string") return `"${short(value)}"`;
  const text = JSON.stringify(value) ?? String(value);
  if (Array.isArray(value) && text.length > MAX_LIST) return `[${value.length} items]`;
  return short(text);
}

/** Masked before it is cut: of half a secret nobody would know that it is one. */
function short(text: string): string {
  if (text.length <= MAX_LIST) return text;
  scrubber ??= createScrubber();
  return shorten(scrubber.text(text.slice(0, MAX_READ)));
}
