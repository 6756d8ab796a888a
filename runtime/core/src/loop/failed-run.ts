import { PATIENCE_MS } from "../async/patience.ts";
import { NoAnswer, stoppable } from "../journal/stoppable-sink.ts";
import { consoleLogger } from "../logging/console-logger.ts";
import { scrubbedLogger } from "../logging/scrubbed-logger.ts";
import type { LlmError } from "../model/model-port.ts";
import { isThrown, realMessage } from "../result/thrown.ts";
import { earlyMessage, earlyScrubber } from "../secrets/early-scrubber.ts";
import type { Beginning } from "./begin.ts";
import { notBegun } from "./not-begun.ts";
import type { Run } from "./run.ts";
import type { RunEnd } from "./step-end.ts";
import type { ToolLoopConfig, ToolLoopResult } from "./tool-loop-config.ts";

/** The end of a run that something outside its calls brought down: its journal, or `prepareStep`. The log has it once. */
export function crashedRun(run: Run, thrown: unknown): RunEnd {
  const { activity, logger, scrubber } = run.core;
  const message = scrubber.text(realMessage(thrown));
  // What comes of an attempt that an engine has given away counts nowhere.
  if (run.config.durable?.lost.aborted !== true) {
    if (isThrown(thrown, NoAnswer))
      logger.warn("The run was stopped before its journal answered", { runId: run.runId });
    else logger.error("The run failed", { error: thrown });
  }
  const error: LlmError =
    activity.failure === undefined
      ? { code: "internal", message: `The run failed: ${message}` }
      : { code: "journal_failed", message: `The journal could not be written: ${message}` };
  return { goesOn: false, stopReason: "error", error };
}

/** Whoever looks at no result must see it too. What is given as a logger may be none. */
function complain(message: string, config: ToolLoopConfig | undefined): void {
  const scrubber = earlyScrubber(config?.secrets);
  const given = config?.logger;
  const logger = typeof given?.error === "function" ? scrubbedLogger(given, scrubber) : consoleLogger(scrubber);
  logger.error("The run could not start", { text: message });
}

/** The configuration cannot be used: nothing ran, and the last two events say so. */
export async function notStarted({ config, messages, runId }: Beginning, thrown: unknown): Promise<ToolLoopResult> {
  // A configuration that cannot be used is the caller's to mend; anything else is a fault of ours, or of what was given.
  const code = isThrown(thrown, NoAnswer)
    ? "journal_failed"
    : isThrown(thrown, TypeError)
      ? "invalid_options"
      : "internal";
  const error: LlmError = { code, message: earlyMessage(thrown, config?.secrets) };
  complain(error.message, config);
  const result = notBegun(error, messages);
  const { stopReason, iterations, usage } = result;
  try {
    const activity =
      config?.activity && stoppable(config.activity, { signal: config.signal, patienceMs: PATIENCE_MS.callJournal });
    await activity?.sync();
    await activity?.emit("error", { code: error.code, error: error.message }, { runId });
    await activity?.emit("done", { stopReason, iterations, usage, error }, { runId });
  } catch {
    // The result says it.
  }
  return result;
}
