import { isJsonArray } from "../json/is-json-array.ts";
import type { Json } from "../json/json.ts";
import { toJson } from "../json/to-json.ts";
import { cutJson } from "../result/cut-json.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import { cutWithEllipsis } from "../text/cut-with-ellipsis.ts";
import type { Logger } from "../tool/logger.ts";
import { quietly } from "./console-logger.ts";

type Write = Logger["info"];

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
