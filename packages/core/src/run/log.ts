import { isJsonArray } from "../json/is-json-array.ts";
import type { Json } from "../json/json.ts";
import { toJson } from "../json/to-json.ts";
import { cutJson } from "../result/cut-json.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import { cutWithEllipsis } from "../text/cut-with-ellipsis.ts";
import type { Logger } from "../tool/logger.ts";

type Write = Logger["info"];

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

/** UTF-16 units of one line. */
const MAX_LINE = 1_000;

function oneLine(message: string, fields: object | undefined, scrubber: Scrubber): string {
  const { text }: { text?: unknown } = fields ?? {};
  // The exception of a failed call says mostly what its text says.
  const isNews = (value: unknown) => value !== undefined && !(value instanceof Error && value.message === text);
  const known = Object.entries(fields ?? {}).filter(([, value]) => isNews(value));
  const words = known.map(([key, value]) => `${key}=${wordOf(value, scrubber)}`);
  return cutWithEllipsis(scrubber.text([message, ...words].join(" ")), MAX_LINE);
}

const PLAIN_WORD = /^[\w./:-]+$/;

function wordOf(value: unknown, scrubber: Scrubber): string {
  if (typeof value === "number") return String(Math.round(value * 10) / 10);
  const text = scrubber.text(textOf(value));
  return PLAIN_WORD.test(text) ? text : JSON.stringify(cutWithEllipsis(text, MAX_TEXT));
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  const json = toJson(value);
  return json.ok ? JSON.stringify(json.value) : "[not serialisable]";
}

/** A logger that masks secrets, cuts what is long but for exceptions, and cannot make a call fail. */
export function scrubbedLogger(logger: Logger, scrubber: Scrubber): Logger {
  const scrubbed = (write: Write) =>
    quietly((message, fields) =>
      write(scrubber.text(String(message)), fields === undefined ? undefined : scrubFields(fields, scrubber)),
    );
  return {
    debug: scrubbed((message, fields) => logger.debug(message, fields)),
    info: scrubbed((message, fields) => logger.info(message, fields)),
    warn: scrubbed((message, fields) => logger.warn(message, fields)),
    error: scrubbed((message, fields) => logger.error(message, fields)),
  };
}

/** A logger that fails has nowhere to say so. */
function quietly(write: Write): Write {
  return (message, fields) => {
    try {
      const written: unknown = write(message, fields);
      if (written instanceof Promise) written.catch(() => undefined);
    } catch {
      // See above.
    }
  };
}

function scrubFields(fields: object, scrubber: Scrubber): object {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [scrubber.name(key), scrubField(value, scrubber)]),
  );
}

function scrubField(value: unknown, scrubber: Scrubber): unknown {
  if (value instanceof Error) return scrubber.text(value.stack ?? String(value)) + causeOf(value, scrubber);
  const json = toJson(value);
  return json.ok ? cutJson(shortened(scrubber.json(json.value)), MAX_FIELD) : "[not serialisable]";
}

/** UTF-16 units of one text, and bytes of one field: arguments may be as large as a file. */
const MAX_TEXT = 500;
const MAX_FIELD = 16 * 1024;

function shortened(value: Json): Json {
  if (typeof value === "string") return cutWithEllipsis(value, MAX_TEXT);
  if (typeof value !== "object" || value === null) return value;
  if (isJsonArray(value)) return value.map(shortened);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shortened(member)]));
}

function causeOf(error: Error, scrubber: Scrubber): string {
  if (!(error.cause instanceof Error)) return "";
  return `\nCaused by: ${scrubber.text(error.cause.stack ?? String(error.cause))}`;
}
