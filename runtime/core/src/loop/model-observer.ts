import type { CompletionStreamParams, LlmCompletionResult } from "../model/model-port.ts";
import type { Conversation } from "../tool/conversation.ts";
import type { ToolRecord } from "../tool/tool.ts";
import type { CallOfTools } from "./typed-run.ts";

/** A model call as it begins. Secrets are masked. */
export interface ObservedModelCall {
  readonly runId: string;
  /** From 0. */
  readonly step: number;
  readonly conversation: Conversation;
  /** The name of the model port. */
  readonly model: string;
  readonly params: CompletionStreamParams;
}

/** Hears how one model call ended, and what it led to. */
export interface ModelCallWatch<T extends ToolRecord = ToolRecord> {
  /** Once, also when the call failed or was stopped. Secrets are masked. */
  ended(completion: LlmCompletionResult): void;
  /** Once, after `ended`, when every call that the model asked for has ended. Empty when there were none. */
  settled(calls: readonly CallOfTools<T>[]): void;
}

/** Told of every model call of a run. It changes nothing: what it throws is logged, and the run goes on. */
export type ModelObserver<T extends ToolRecord = ToolRecord> = (
  call: ObservedModelCall,
) => ModelCallWatch<T> | undefined;
