import { toJson } from "../json/to-json.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import { shorten } from "./shorten.ts";

/** How much of a long value is looked at: far more than is shown. */
const MAX_READ = 4_096;
/** The most characters that a list may take before only its length is shown. */
const MAX_LIST = 50;

/** How parameters are shown. */
export interface ShownParametersOptions {
  /** Parameters that are masked whole. */
  readonly hidden: ReadonlySet<string>;
  readonly scrubber: Scrubber | undefined;
}

/**
 * Arguments as they stand in an error's text: `path="a.ts", limit=5`. Nothing that says nothing (`undefined`, null, an
 * empty list or object); long values masked and shortened.
 */
export function shownParameters(args: object, { hidden, scrubber }: ShownParametersOptions): string {
  return Object.entries(args)
    .filter(([, value]) => saysSomething(value))
    .map(([key, value]) => `${key}=${hidden.has(key) ? `[secret:${key}]` : shown(value, scrubber)}`)
    .join(", ");
}

function saysSomething(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

function shown(value: unknown, scrubber: Scrubber | undefined): string {
  if (typeof value === "string") return `"${short(value, scrubber)}"`;
  const json = toJson(value);
  const text = json.ok ? JSON.stringify(json.value) : "[not JSON]";
  if (Array.isArray(value) && text.length > MAX_LIST) return `[${value.length} items]`;
  return short(text, scrubber);
}

/** Masked before it is cut: of half a secret nobody would know that it is one. */
function short(text: string, scrubber: Scrubber | undefined): string {
  const head = text.slice(0, MAX_READ);
  return shorten(scrubber?.text(head) ?? head);
}
