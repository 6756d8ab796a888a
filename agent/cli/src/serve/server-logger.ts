import { createScrubber, type Logger, type Secret } from "@toolwright/core";
import { verboseLogger } from "../setup/verbose-logger.ts";
import { messageOf } from "../text/message-of.ts";
import { printable } from "../text/printable.ts";

/** Errors and warnings of the server itself, one line each on stderr, secrets masked; everything with `--verbose`. */
export function serverLogger(verbose: boolean, secrets: readonly Secret[]): Logger {
  const scrubber = createScrubber(secrets);
  const line = (message: string, fields: object = {}) => {
    const error: unknown = Reflect.get(fields, "error");
    const cause = error === undefined ? "" : `: ${messageOf(error)}`;
    process.stderr.write(`toolwright: ${printable(scrubber.text(`${message}${cause}`))}\n`);
  };
  return { ...verboseLogger(verbose), warn: line, error: line };
}
