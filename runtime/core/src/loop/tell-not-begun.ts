import { PATIENCE_MS } from "../async/patience.ts";
import { NoAnswer, stoppable } from "../journal/stoppable-sink.ts";
import { consoleLogger } from "../logging/console-logger.ts";
import { scrubbedLogger } from "../logging/scrubbed-logger.ts";
import type { LlmError } from "../model/model-port.ts";
import { isThrown } from "../result/thrown.ts";
import { earlyMessage, earlyScrubber } from "../secrets/early-scrubber.ts";
import type { Beginning } from "./begin-run.ts";
import { notBegun } from "./not-begun.ts";
import type { ToolLoopConfig, ToolLoopResult } from "./tool-loop-config.ts";
import { wrongCalls } from "./wrong-messages.ts";

/** The run could not be made: nothing ran, and its only two events say so. Never rejects. */
export async function tellNotBegun({ config, messages, runId }: Beginning, thrown: unknown): Promise<ToolLoopResult> {
  // A configuration that cannot be used is the caller's to mend; anything else is a fault of ours, or of what was
  // given.
  const code = isThrown(thrown, NoAnswer)
    ? "journal_failed"
    : isThrown(thrown, TypeError)
      ? "invalid_options"
      : "internal";
  const wrong = code === "invalid_options" && Array.isArray(messages) ? wrongCalls(messages) : undefined;
  const error: LlmError = { code, message: earlyMessage(wrong ?? thrown, config?.secrets) };
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

/** A program that looks at no result must see it too. What is given as a logger may be none. */
function complain(message: string, config: ToolLoopConfig | undefined): void {
  const scrubber = earlyScrubber(config?.secrets);
  const given = config?.logger;
  const logger = typeof given?.error === "function" ? scrubbedLogger(given, scrubber) : consoleLogger(scrubber);
  logger.error("The run could not start", { text: message });
}
