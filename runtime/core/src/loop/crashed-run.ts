import { HandedOver, NoAnswer } from "../journal/stoppable-sink.ts";
import type { LlmError } from "../model/model-port.ts";
import { isThrown, realMessage } from "../result/thrown.ts";
import type { Run } from "./run.ts";
import type { RunEnd } from "./step-end.ts";

/**
 * The end of a run that something outside its calls brought down: its journal, or `prepareStep`. The log has it once.
 */
export function crashedRun(run: Run, thrown: unknown): RunEnd {
  const { activity, logger, scrubber } = run.core;
  const message = scrubber.text(realMessage(thrown));
  const { durable, signal } = run.config;
  // What comes of an attempt that was given away counts nowhere.
  if (durable?.lost.aborted !== true && !isThrown(signal?.reason, HandedOver)) {
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
