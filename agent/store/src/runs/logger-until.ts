import { createScrubber, type Logger, type Secret } from "@toolwright/core";
import { consoleLogger } from "@toolwright/core/internal";

/** A logger that is told nothing once a signal is aborted. */
export function loggerUntil(
  left: AbortSignal,
  { logger, secrets = [] }: { readonly logger?: Logger | undefined; readonly secrets?: readonly Secret[] | undefined },
): Logger {
  const given = logger ?? consoleLogger(createScrubber(secrets));
  const until =
    (level: keyof Logger): Logger[keyof Logger] =>
    (message, fields) => {
      if (!left.aborted) given[level](message, fields);
    };
  return { debug: until("debug"), info: until("info"), warn: until("warn"), error: until("error") };
}
