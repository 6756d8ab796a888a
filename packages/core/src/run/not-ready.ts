import { failure } from "../result/failure.ts";
import { outputText } from "../result/output-text.ts";
import { toolMessage } from "../result/tool-message.ts";
import { createScrubber } from "../secrets/create-scrubber.ts";
import { CallIds } from "./call-ids.ts";
import { callName } from "./call-name.ts";
import { earlyScrubber } from "./early-scrubber.ts";
import type { RunnerOptions } from "./runner-options.ts";
import { scrubbedLogger } from "./scrubbed-logger.ts";
import type { SettledCall, ToolCall } from "./tool-call.ts";

/** The end of a call whose runner cannot start: its journal cannot be read, or its secrets cannot be used. */
export function notReady(call: ToolCall): SettledCall {
  const toolCallId = new CallIds(createScrubber()).claim(call?.id);
  const result = failure({ code: "skipped", message: "The runner could not start, so this call was not run." });
  const message = toolMessage({ toolCallId, content: outputText(result.output), result });
  return { toolCallId, toolName: callName(call?.name), result, message, durationMs: 0 };
}

/** Says why a runner cannot start, with secrets masked. Never throws. */
export function reportNotReady(error: unknown, { logger, secrets }: RunnerOptions): void {
  scrubbedLogger(logger ?? console, earlyScrubber(secrets)).error("The runner could not start", { error });
}
