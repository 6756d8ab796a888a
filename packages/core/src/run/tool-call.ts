import type { JsonObject } from "../json/json.ts";
import type { ToolMessage } from "../model/messages.ts";
import type { ToolResult } from "../result/tool-result.ts";

/** A complete arguments text. A fragment that is still arriving does not fit this type. */
export type ArgumentsText = string & { readonly kindOfArguments?: "complete" };

/** A call as it is proposed. */
export interface ToolCall {
  /** Taken when non-empty and new in this conversation; else a fresh one is made. */
  readonly id?: string;
  readonly name: string;
  /** JSON text, or the object itself. `""` and blank mean `{}`. */
  readonly arguments: ArgumentsText | JsonObject;
}

/** A call that has ended. */
export interface SettledCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly result: ToolResult;
  /** What the model is sent. */
  readonly message: ToolMessage;
  /** Milliseconds inside `execute`. */
  readonly durationMs: number;
  /** Why nothing else of this run may follow: a refusal without a reason, or a call repeated too often. */
  readonly stop?: "denied" | "loop_guard";
}
