import type { Json } from "../json/json.ts";
import type { ErrorCode } from "../result/error-info.ts";
import type { Part } from "../result/part.ts";
import type { ProviderOptions } from "./provider-options.ts";

/** A complete call as a model asked for it, in OpenAI's shape. */
export interface LlmToolCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
  /** A program that the provider runs makes the call: the id of the program, a call of the provider's own. */
  readonly programId?: string;
  /** In a completion, where every call has one: the order of the calls. Not part of a history. */
  readonly index?: number;
}

/** What the model said once. `tool_calls` is absent, never empty. */
export interface AssistantMessage {
  readonly providerOptions?: ProviderOptions;
  readonly role: "assistant";
  readonly content: string;
  readonly tool_calls?: readonly LlmToolCall[];
  /** What the provider wants back byte for byte (reasoning, signatures). Never shown, never scrubbed. */
  readonly providerState?: Json;
}

/** The answer to one call of the assistant message before it. */
export interface ToolMessage {
  readonly providerOptions?: ProviderOptions;
  readonly role: "tool";
  readonly tool_call_id: string;
  readonly content: string | readonly Part[];
  readonly is_error?: true;
  /** Of a failed call of a program that the provider runs: its code. */
  readonly error_code?: ErrorCode;
  /** Where the full text is kept. */
  readonly output_ref?: string;
  /** The content was replaced by a placeholder to save context. */
  readonly trimmed?: true;
}

/** A message of a history, in the form that most providers read. */
export type Message =
  | {
      readonly role: "system" | "user";
      readonly content: string | readonly Part[];
      readonly providerOptions?: ProviderOptions;
    }
  | AssistantMessage
  | ToolMessage;
