import type { ToolMessage } from "../model/messages.ts";
import type { Part } from "./part.ts";
import type { ToolResult } from "./tool-result.ts";

/** What a call's answer is made of. */
export interface ToolAnswer {
  readonly toolCallId: string;
  readonly content: string | readonly Part[];
  readonly result: ToolResult;
  /** The program of the provider that made the call. */
  readonly programId?: string | undefined;
}

/** The message that answers a call. */
export function toolMessage({ toolCallId, content, result, programId }: ToolAnswer): ToolMessage {
  const message = { role: "tool", tool_call_id: toolCallId, content } as const;
  if (!result.isError && result.ref === undefined) return message;
  return {
    ...message,
    ...(result.isError ? { is_error: true as const } : {}),
    ...(programId && result.error && { error_code: result.error.code }),
    ...(result.ref === undefined ? {} : { output_ref: result.ref.id }),
  };
}
