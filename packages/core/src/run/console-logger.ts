import type { Scrubber } from "../secrets/scrubber.ts";
import type { Logger } from "../tool/logger.ts";
import { scrubbedLogger } from "./scrubbed-logger.ts";

/** The default: what went wrong goes to the console, the rest nowhere. */
export function consoleLogger(scrubber: Scrubber): Logger {
  const { warn, error } = scrubbedLogger(console, scrubber);
  return { debug: nothing, info: nothing, warn, error };
}

function nothing(): void {}
