import { mintId } from "../model/call-ids.ts";
import type { Message } from "../model/messages.ts";
import type { ToolRecord } from "../tool/tool.ts";
import { beginRun, conversationOf } from "./begin-run.ts";
import type { ToolLoopConfig, ToolLoopResult } from "./tool-loop-config.ts";

/**
 * Calls the model and runs the calls it asks for, until it asks for none, a tool ends the run, or a limit is reached.
 * Never rejects: a failure is `stopReason: "error"` with `error`.
 */
export function runToolLoop<T extends ToolRecord = ToolRecord, O = unknown>(
  config: ToolLoopConfig<T, O>,
  messages: readonly Message[],
  channel?: string,
  chatId?: string,
): Promise<ToolLoopResult<O>>;
export function runToolLoop(
  config: ToolLoopConfig,
  messages: readonly Message[],
  channel?: string,
  chatId?: string,
): Promise<ToolLoopResult> {
  return beginRun({
    config,
    messages,
    conversation: conversationOf(channel, chatId),
    runId: config?.durable?.runId ?? mintId(),
  });
}
