import { toJson } from "../json/to-json.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import type { Logger } from "../tool/logger.ts";

/** A logger that masks secrets and that cannot make a call fail. */
export function scrubbedLogger(logger: Logger, scrubber: Scrubber): Logger {
  const scrubbed = (write: Logger["info"]) => (message: string, fields?: object) => {
    try {
      const scrubbedFields = fields === undefined ? undefined : scrubFields(fields, scrubber);
      const written: unknown = write(scrubber.text(String(message)), scrubbedFields);
      if (written instanceof Promise) written.catch(() => undefined);
    } catch {
      // A logger that fails has nowhere to say so.
    }
  };
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
  return json.ok ? scrubber.json(json.value) : "[not serialisable]";
}

function causeOf(error: Error, scrubber: Scrubber): string {
  if (!(error.cause instanceof Error)) return "";
  return `\nCaused by: ${scrubber.text(error.cause.stack ?? String(error.cause))}`;
}
