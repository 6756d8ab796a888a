import type { Part } from "../../result/part.ts";
import type { ToolResult } from "../../result/tool-result.ts";
import type { CallEnv } from "../call-env.ts";
import type { SettledCall } from "../tool-call.ts";

/** What is known of a result that came later. */
export interface LateCall {
  readonly env: CallEnv;
  readonly toolName: string;
  readonly result: ToolResult;
  readonly content: string | readonly Part[];
}

/** A late result in the form of a settled call. */
export function lateCall({ env, toolName, result, content }: LateCall): SettledCall {
  const message = { role: "tool", tool_call_id: env.toolCallId, content } as const;
  return { toolCallId: env.toolCallId, toolName, result, message, durationMs: 0 };
}
