import type { JsonObject } from "../../json/json.ts";
import type { FinishReason, LlmError, Usage } from "../../model/model-port.ts";

/** A call that a script lets the model make. A string of arguments goes out as it is, an object as its JSON text. */
export interface ScriptCall {
  readonly id?: string;
  readonly name: string;
  readonly arguments?: string | JsonObject;
}

/** What the model answers to one request. */
export interface ScriptStep {
  readonly text?: string;
  readonly reasoning?: string;
  readonly toolCalls?: readonly ScriptCall[];
  /** `tool_calls` by default when there are calls, else `stop`. */
  readonly finishReason?: FinishReason;
  readonly usage?: Usage;
  /** Lets the model call fail, after its text; a string is the message, and `http` the code where none is given. */
  readonly error?: string | (Omit<LlmError, "code"> & Partial<Pick<LlmError, "code">>);
}
