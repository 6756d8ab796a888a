import type { Message } from "../model/messages.ts";
import type { LlmError } from "../model/model-port.ts";
import type { ToolLoopResult } from "./tool-loop-config.ts";

/** The result of a run that never began: no model was asked, and nothing ran. */
export function notBegun(error: LlmError, messages: readonly Message[] = []): ToolLoopResult {
  const usage = { inputTokens: 0, outputTokens: 0 };
  return { content: "", iterations: 0, stopReason: "error", usage, messages, error };
}
