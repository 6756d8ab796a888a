import type { Scrubber } from "../secrets/scrubber.ts";
import { lazy } from "../tool/lazy.ts";
import type { Logger } from "../tool/logger.ts";

const logs = lazy(() => import("./scrubbed-logger.ts"));

/** The default: what went wrong goes to the console, the rest nowhere. */
export function consoleLogger(scrubber: Scrubber): Logger {
  const report = async (level: "warn" | "error", message: string, fields?: object) => {
    const { scrubbedLogger } = await logs();
    scrubbedLogger(console, scrubber)[level](message, fields);
  };
  return {
    debug: nothing,
    info: nothing,
    warn: (message, fields) => void report("warn", message, fields),
    error: (message, fields) => void report("error", message, fields),
  };
}

function nothing(): void {}
