import type { ActivitySink } from "../journal/activity-sink.ts";
import type { CompletionStreamParams, LlmCompletionResult, ModelPort } from "../model/model-port.ts";
import { callModel, type ModelAnswer } from "./call-model.ts";
import type { Run } from "./run.ts";
import type { StepWatch } from "./watch-step.ts";

/** What a run asks of a model. */
export interface Question {
  readonly model: ModelPort;
  readonly params: CompletionStreamParams;
  /** There are no parts in the messages. Default: they are looked at. */
  readonly isText?: boolean;
  /** Where the answer is shown while it streams in. */
  readonly activity: ActivitySink;
  readonly watch: StepWatch | undefined;
  /** Undefined where the run has no budget. */
  readonly held: HeldCall | undefined;
  /** What an engine keeps the answer under, beside the number of the step. Default: it is the answer of the step. */
  readonly purpose?: string;
}

/** The room in a budget for one model call. */
export interface HeldCall {
  /** Counts what the call took, where it was answered. */
  end(completion: LlmCompletionResult | undefined): void;
}

/** The answer of a model, or what the engine under the run has kept of it, counted. Rejects where the engine does. */
export async function askModel(run: Run, { purpose, held, ...question }: Question): Promise<ModelAnswer> {
  const { config, core, runId, step, engine } = run;
  const { durable, signal } = config;
  const { scrubber } = core;
  const call = () => callModel({ ...question, scrubber, runId });
  let answer: ModelAnswer | undefined;
  try {
    answer =
      durable === undefined || engine === undefined
        ? await call()
        : await engine.modelStep({ durable, step, scrubber, signal, call, ...(purpose !== undefined && { purpose }) });
    return answer;
  } finally {
    if (held !== undefined) held.end(answer?.completion);
    else run.addUsage(answer?.completion.usage);
  }
}
