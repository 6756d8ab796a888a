import type { LlmOptions, LlmToolDefinition, ModelPort } from "../model/model-port.ts";
import type { Tool } from "../tool/tool.ts";
import type { Messages } from "./history.ts";

/** What one step sends. */
export interface StepRequest {
  /** The model of the run, or how it calls tools that are not in its list. */
  readonly model: ModelPort;
  readonly messages: Messages;
  readonly active: ReadonlyMap<string, Tool>;
  /** What the registry held when the step began. */
  readonly registered: readonly Tool[];
  readonly definitions: readonly LlmToolDefinition[];
  /** The messages are others than the history of the run. */
  readonly isApart: boolean;
  /** What the form of the final answer adds to those of the run. */
  readonly options?: LlmOptions;
}
