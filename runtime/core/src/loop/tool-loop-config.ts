import type { Budget, BudgetLimits } from "../budget/budget.ts";
import type { CompactionOptions } from "../compact/compaction-options.ts";
import type { DurableRun } from "../durable/durable-run.ts";
import type { Registrable } from "../faces/registrable.ts";
import type { ToolSource } from "../faces/tool-source.ts";
import type { UserMessage } from "../journal/on-user-message.ts";
import type { Message } from "../model/messages.ts";
import type { LlmError, LlmOptions, ModelPort, Usage } from "../model/model-port.ts";
import type { Middleware } from "../run/call-states.ts";
import type { RunnerOptions } from "../run/runner-options.ts";
import type { SteerQueue } from "../steer/steer-queue.ts";
import type { Schema, Tool, ToolRecord } from "../tool/tool.ts";
import type { ModelObserver } from "./model-observer.ts";
import type { StopReason } from "./stop-reason.ts";

/** What a step sends in place of the history and the registered tools. */
export interface StepChange {
  /** Replace this step's request only. */
  readonly messages?: readonly Message[];
  /** The whole active set of this step; registered or not. */
  readonly tools?: readonly Registrable[];
  /**
   * Tools that can be called in this step, and of which the model is not told: it calls them by the tool `call_tool` of
   * `createToolBridge`, and all but the model see a call of the tool itself. Tools of `tools` are not hidden by it.
   */
  readonly unlisted?: readonly Registrable[];
  /**
   * What the model has to know from this step on, such as that a file has changed: each is a message `[Meanwhile: …]`
   * of the history, stored with the step.
   */
  readonly notes?: readonly string[];
}

/** Called before every model call. */
export type PrepareStep = (step: {
  /** From 0. */
  readonly step: number;
  readonly messages: readonly Message[];
  readonly tools: readonly Tool[];
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that changes nothing has no return statement
}) => StepChange | void | Promise<StepChange | void>;

/** A run between two of its steps. */
export interface LoopState {
  /** Model calls made. */
  readonly iterations: number;
  /** Summed over the run. */
  readonly usage: Usage;
  /** The history. Copied when it is read. */
  readonly messages: readonly Message[];
}

/** How old results leave the history when it grows too long. */
export interface TrimOptions {
  /** Tokens that all tool results together may take. Default: a quarter of the model's window, 20,000 to 100,000. */
  readonly budgetTokens?: number;
}

/** One run. Only `model` is needed. */
export interface ToolLoopConfig<T extends ToolRecord = ToolRecord, O = unknown>
  extends Omit<RunnerOptions, "registry"> {
  readonly model: ModelPort;
  /**
   * A registry, a list, or an object `{ weather, search }` of tools under their names: so events and results are typed
   * by tool.
   */
  readonly tools?: ToolSource<T> | undefined;
  /** Model calls at most. Default 50; 0 calls nothing. */
  readonly maxIterations?: number | undefined;
  /**
   * What the run may spend. A model call that does not fit what is left is not made: the run ends with `budget`, and
   * its messages go on under another one. A `Budget` is shared by the runs that are given it. Default: no limit.
   */
  readonly budget?: Budget | BudgetLimits | undefined;
  /** Asked after each step that another would follow: true ends the run with `stop_when`. */
  readonly stopWhen?: ((state: LoopState) => boolean | Promise<boolean>) | undefined;
  /** A text without calls does not end the run: the model is asked to go on, until a tool ends it. Default false. */
  readonly requireDoneTool?: boolean | undefined;
  /**
   * What the final answer must be, as data: `result.output` is what the schema makes of it. The model is asked once
   * more for an answer that does not fit; a second one ends the run in `error` with the code `invalid_output`. Default:
   * a text.
   */
  readonly output?: Schema<O> | undefined;
  /** Fields that have no name here reach the provider as they are given. */
  readonly llmOptions?: LlmOptions | undefined;
  readonly prepareStep?: PrepareStep | undefined;
  /** `false` keeps every result whole. */
  readonly trim?: TrimOptions | false | undefined;
  /** Older messages become a summary by the model when its context is nearly full: `true`, or how. Default false. */
  readonly compaction?: CompactionOptions | boolean | undefined;
  /** Wrappers of every call, the first one outermost. */
  readonly use?: readonly Middleware[] | undefined;
  /**
   * Told what each tool says to the user (`forUser`, where it is not silent), in the order of the calls, before the
   * model is; of work that goes on in the background, also after the run.
   */
  readonly onUserMessage?: ((message: UserMessage) => void) | undefined;
  /** Told of every model call, for summaries and telemetry. */
  readonly observer?: ModelObserver<T> | undefined;
  /** The engine under the run: model calls and calls are its steps, and the run has its id. Default: none. */
  readonly durable?: DurableRun | undefined;
  /** What people say while the run goes on: it joins the next request, and makes a run go on that would have ended. */
  readonly steering?: SteerQueue | undefined;
  /** Stops the run: calls under way settle within 50 ms. */
  readonly signal?: AbortSignal | undefined;
}

/** How a run ended. */
export interface ToolLoopResult<O = unknown> {
  /** The final text of the model, or the message of the tool that ended the run. */
  readonly content: string;
  /**
   * What the schema `output` of the configuration made of it; undefined where none was given, or the run ended without
   * an answer.
   */
  readonly output?: O;
  /** Model calls made. */
  readonly iterations: number;
  readonly stopReason: StopReason;
  readonly usage: Usage;
  /** The whole history, ready for the next run. */
  readonly messages: readonly Message[];
  readonly error?: LlmError;
  /**
   * Whether a call has changed something. False: calls were made that may, and each of them failed for certain. Left
   * out: none was made, or nobody knows.
   */
  readonly changed?: boolean;
  /** What people said and the run has not heard, oldest first; left out where that is nothing. */
  readonly unsent?: readonly Message[];
}
