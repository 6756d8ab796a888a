import { outputText } from "../result/output-text.ts";
import { toolMessage } from "../result/tool-message.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { SettledCall } from "./call-states.ts";

/** A call that no event tells of, with the result that says why. */
export function unheard(toolCallId: string, toolName: string, result: ToolResult): SettledCall {
  const message = toolMessage({ toolCallId, content: outputText(result.output), result });
  return { toolCallId, toolName, result, message, durationMs: 0 };
}
