import type { Logger } from "@toolwright/core";

/** Writes log lines to stderr with `--verbose`, else nowhere: what a user has to know is in the events. */
export function verboseLogger(verbose: boolean): Logger {
  const write = (level: string) => (message: string, fields?: object) => {
    if (verbose)
      process.stderr.write(`[${level}] ${message}${fields === undefined ? "" : ` ${JSON.stringify(fields)}`}\n`);
  };
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}
