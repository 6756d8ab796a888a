import type { Logger } from "../tool/logger.ts";

/** The default: what went wrong goes to the console, the rest nowhere. */
export const consoleLogger: Logger = {
  debug() {},
  info() {},
  warn: (message, fields) => console.warn(message, ...(fields === undefined ? [] : [fields])),
  error: (message, fields) => console.error(message, ...(fields === undefined ? [] : [fields])),
};
