// What is said of calls whose runner cannot start, or that have a form which no call has: before anything of a call is
// read.

import { scrubbedLogger } from "../logging/scrubbed-logger.ts";
import { earlyScrubber } from "../secrets/early-scrubber.ts";
import type { RunnerOptions } from "./runner-options.ts";

/** Says why calls are not run, with secrets masked; the sentence is for their result. */
export function reportMisuse(problem: string, { logger, secrets }: RunnerOptions): string {
  const scrubber = earlyScrubber(secrets);
  scrubbedLogger(logger ?? console, scrubber).error("A call was not run", { error: problem });
  return `${scrubber.text(problem)} It was not run.`;
}

/** Says why a runner cannot start, with secrets masked. Never throws. */
export function reportNotReady(error: unknown, { logger, secrets }: RunnerOptions): void {
  scrubbedLogger(logger ?? console, earlyScrubber(secrets)).error("The runner could not start", { error });
}
