import type { Logger } from "@toolwright/core";
import { logLine } from "../text/notice.ts";

/** Writes log lines to stderr with `--verbose`, else nowhere: what a user has to know is in the events. */
export function verboseLogger(verbose: boolean): Logger {
  const write = (level: string) => (message: string, fields?: object) => {
    if (verbose) logLine(`[${level}] ${message}${fields === undefined ? "" : ` ${JSON.stringify(fields)}`}`);
  };
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}
