import type { ErrorInfo, SettledCall, ToolOutput, ToolResult } from "@toolwright/core";
import { contentText } from "@toolwright/core/internal";

/** What a batch prints for a line: a call that was made, or a line that is none. */
interface CallLine {
  readonly toolCallId: string;
  readonly toolName: string | null;
  readonly success: boolean;
  /** What the model would read. */
  readonly text: string;
  readonly output: ToolOutput;
  readonly error?: ErrorInfo | undefined;
  readonly ref?: ToolResult["ref"] | undefined;
}

/** A settled call as one JSON line. */
export function callLine({ toolCallId, toolName, result, message }: SettledCall): string {
  const { output, error, ref, isError } = result;
  const text = contentText(message.content);
  return write({ toolCallId, toolName, success: !isError, text, output, error, ref });
}

/** A line of the input that is no call, as one JSON line. */
export function unreadableLine(toolCallId: string, message: string): string {
  const suggestion = 'Send {"name": …, "arguments": …} as one line of JSON.';
  const text = `Error [invalid_json]: ${message} ${suggestion}`;
  const error: ErrorInfo = { code: "invalid_json", type: "validation_error", message, suggestion };
  return write({ toolCallId, toolName: null, success: false, text, output: { type: "text", text }, error });
}

function write(line: CallLine): string {
  return `${JSON.stringify(line)}\n`;
}
