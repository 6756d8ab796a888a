import { failure } from "../result/failure.ts";
import { outputText } from "../result/output-text.ts";
import { toolMessage } from "../result/tool-message.ts";
import type { CallEnv, DecodedCall } from "./call-env.ts";
import type { SettledCall } from "./tool-call.ts";

/** An event could not be stored, or the runner itself has a bug. Nobody was told, so nothing may be assumed. */
export function unrecordedCall(call: DecodedCall, env: CallEnv, error: unknown): SettledCall {
  env.core.logger.error("A call could not be recorded", { tool: call.name, toolCallId: env.toolCallId, error });
  const result = failure({ code: "outcome_unknown", message: "the call could not be recorded; it may have run." });
  const message = toolMessage({ toolCallId: env.toolCallId, content: outputText(result.output), result });
  return { toolCallId: env.toolCallId, toolName: call.name, result, message, durationMs: 0 };
}
