import { untilAborted } from "../async/abort.ts";
import { monotonicMs } from "../async/monotonic.ts";
import type { ActivitySink } from "../journal/activity-sink.ts";
import type {
  Completion,
  CompletionStreamParams,
  LlmCompletionResult,
  LlmError,
  ModelPort,
  Usage,
} from "../model/model-port.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import { lazy } from "../tool/lazy.ts";
import type { ModelCallWatch } from "./model-observer.ts";
import type { Shown, ShownAnswer } from "./shown-answer.ts";
import { untilSilent } from "./until-silent.ts";

const later = lazy(() => import("./rare.ts"));

/** One model call within a run. */
export interface ModelCall {
  readonly model: ModelPort;
  readonly params: CompletionStreamParams;
  readonly activity: ActivitySink;
  readonly scrubber: Scrubber;
  readonly runId: string;
  /** Hears how the call ended, whichever way it did. */
  readonly watch?: Pick<ModelCallWatch, "ended">;
}

/** How a model call ended, and what was shown of it by then. */
export interface ModelAnswer {
  readonly completion: LlmCompletionResult;
  /** Undefined where nothing streamed in. */
  readonly shown: Shown | undefined;
}

/** Calls the model, publishes what streams in, and gives the end of it. The one place that calls a model; never rejects. */
export async function callModel(call: ModelCall): Promise<ModelAnswer> {
  const answer: Streamed = { begunAt: monotonicMs(), shown: undefined };
  const completion = await completed(call, answer);
  answer.shown?.end(completion.error === undefined);
  call.watch?.ended(completion);
  return { completion, shown: answer.shown };
}

/** What streams in is shown from its first delta on: many answers come whole. */
interface Streamed {
  /** On the monotonic clock. */
  readonly begunAt: number;
  shown: ShownAnswer | undefined;
}

async function completed(call: ModelCall, answer: Streamed): Promise<LlmCompletionResult> {
  const { model, params, scrubber } = call;
  try {
    const completion = model.completionStream(params, { scrubber });
    const reading = readCompletion({ call, completion, answer });
    const ended = await untilAborted(reading, params.signal);
    if (ended === undefined && params.signal?.aborted) {
      const usage = await (await later()).usageOfStopped(completion.final);
      return failed(call, { code: "aborted", message: "The model call was stopped." }, usage);
    }
    if (typeof ended !== "object" || ended === null) throw new TypeError("its `final` is no completion");
    return ended.error === undefined ? ended : { ...ended, error: shown(call, ended.error) };
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return failed(call, { code: "internal", message: `The model adapter failed: ${message}` });
  }
}

interface ReadOptions {
  readonly call: ModelCall;
  readonly completion: Completion;
  readonly answer: Streamed;
}

async function readCompletion({ call, completion, answer }: ReadOptions): Promise<LlmCompletionResult> {
  // Watched from the start, so that an adapter that breaks its word and rejects is caught.
  completion.final.catch(() => undefined);
  let count = 0;
  const publishAll = async () => {
    for await (const delta of completion.stream) {
      count += 1;
      if (answer.shown === undefined) answer.shown = new (await later()).ShownAnswer(call, answer.begunAt);
      if (call.params.signal?.aborted) return;
      answer.shown.publish(delta);
    }
  };
  await untilSilent({ done: publishAll(), count: () => count }, completion.final);
  // Passed on as a promise it would take two turns more.
  return await completion.final;
}

function failed(call: ModelCall, error: LlmError, usage?: Usage): LlmCompletionResult {
  const message = { role: "assistant", content: "" } as const;
  const known = usage === undefined ? {} : { usage };
  return { message, model: call.model.name, finishReason: "error", error: shown(call, error), ...known };
}

/** A server may repeat the key that it refuses. */
function shown({ scrubber }: ModelCall, error: LlmError): LlmError {
  return { ...error, message: scrubber.text(String(error.message).toWellFormed()) };
}
