import { toJson } from "../json/to-json.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import { cutWithEllipsis } from "../text/cut-with-ellipsis.ts";
import type { Logger } from "../tool/logger.ts";

/** The default: what went wrong goes to the console, one line each and without stack traces; the rest nowhere. */
export function consoleLogger(scrubber: Scrubber): Logger {
  return {
    debug: nothing,
    info: nothing,
    warn: quietly((message, fields) => console.warn(oneLine(message, fields, scrubber))),
    error: quietly((message, fields) => console.error(oneLine(message, fields, scrubber))),
  };
}

function nothing(): void {}

/** UTF-16 units of one line, and of one value in it. */
const MAX_LINE = 1_000;
const MAX_WORD = 500;

function oneLine(message: string, fields: object | undefined, scrubber: Scrubber): string {
  const { text }: { text?: unknown } = fields ?? {};
  // The exception of a failed call says mostly what its text says.
  const isNews = (value: unknown) => value !== undefined && !(value instanceof Error && value.message === text);
  const known = Object.entries(fields ?? {}).filter(([, value]) => isNews(value));
  const words = [...known, ...placeIn(fields)].map(([key, value]) => `${key}=${wordOf(value, scrubber)}`);
  return cutWithEllipsis(scrubber.text([message, ...words].join(" ")), MAX_LINE);
}

/** Where an exception was thrown that nobody wrote for a model: its first frame outside of Node. */
function placeIn(fields: { readonly error?: unknown } = {}): [string, string][] {
  const { error } = fields;
  const at = error instanceof Error && error.name !== "ToolError" && /\n +at (?!.*\bnode:)(.+)/.exec(error.stack ?? "");
  return at ? [["at", at[1] ?? ""]] : [];
}

const PLAIN_WORD = /^[\w./:-]+$/;

function wordOf(value: unknown, scrubber: Scrubber): string {
  if (typeof value === "number") return String(Math.round(value * 10) / 10);
  const text = scrubber.text(textOf(value));
  return PLAIN_WORD.test(text) ? text : JSON.stringify(cutWithEllipsis(text, MAX_WORD));
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  const json = toJson(value);
  return json.ok ? JSON.stringify(json.value) : "[not serialisable]";
}

/** A logger that fails has nowhere to say so. */
export function quietly(write: Logger["info"]): Logger["info"] {
  return (message, fields) => {
    try {
      const written: unknown = write(message, fields);
      if (written instanceof Promise) written.catch(() => undefined);
    } catch {
      // See above.
    }
  };
}
