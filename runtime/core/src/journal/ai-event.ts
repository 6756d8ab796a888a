import type { Json, JsonObject } from "../json/json.ts";
import type { ErrorCode } from "../result/error-info.ts";

/** How a call that was refused or failed is shown: the message is safe to show, and quotes no arguments. */
export type AiToolFailure = { readonly ok: false; readonly errorCode: ErrorCode; readonly message: string };

/** What a chat shows of a run, by the names of its protocol. */
export type AiEvent =
  | { readonly type: "text_delta"; readonly delta: string }
  | {
      readonly type: "tool_call_start";
      readonly toolCallId: string;
      readonly toolName: string;
      /** After repair; `{}` for a call whose arguments could not be read. */
      readonly args: JsonObject;
    }
  | {
      readonly type: "tool_call_result";
      readonly toolCallId: string;
      /** What may leave the runner, or an {@link AiToolFailure} when `isError`. */
      readonly result: Json;
      readonly isError: boolean;
    }
  /** The run failed; `done` follows. */
  | { readonly type: "error"; readonly error: { readonly code: string; readonly message: string } }
  | { readonly type: "done" };
