import { untilAborted } from "../async/abort.ts";
import type { ActivitySink } from "../journal/activity-sink.ts";
import { partialMessage } from "../journal/partial-message.ts";
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
import { Checkpoints } from "./checkpoints.ts";
import { DeltaPublisher } from "./delta-publisher.ts";
import type { ModelCallWatch } from "./model-observer.ts";
import { untilSilent } from "./until-silent.ts";
import { NO_CALLS, type WrittenSoFar } from "./written-so-far.ts";

const stopped = lazy(() => import("./last-word.ts"));

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

/** How a model call ended, and what it had written by then. */
export interface ModelAnswer {
  readonly completion: LlmCompletionResult;
  readonly written: WrittenSoFar;
}

/** Calls the model, publishes what streams in, and gives the end of it. The one place that calls a model; never rejects. */
export async function callModel(call: ModelCall): Promise<ModelAnswer> {
  const publisher = new DeltaPublisher(call);
  const checkpoints = checkpointsOf(call, publisher);
  const completion = await completed(call, publisher, checkpoints);
  checkpoints?.stop();
  if (completion.error === undefined) publisher.end();
  else publisher.pause();
  call.watch?.ended(completion);
  return { completion, written: publisher.written };
}

/** Only a journal has use for what is written so far. */
function checkpointsOf({ activity, runId }: ModelCall, publisher: DeltaPublisher): Checkpoints | undefined {
  if (activity.journal === undefined) return undefined;
  const { written } = publisher;
  const store = async () => {
    const { text, reasoning } = written;
    const layout = written.layout(text, NO_CALLS);
    await activity.emit("assistant_message", partialMessage({ text, reasoning, layout }), { runId });
  };
  // A journal that fails is reported by the stream, and ends the run.
  return new Checkpoints({
    written,
    store: () => void store().catch(() => undefined),
    onIdle: () => publisher.pause(true),
  });
}

async function completed(
  call: ModelCall,
  publisher: DeltaPublisher,
  checkpoints: Checkpoints | undefined,
): Promise<LlmCompletionResult> {
  const { model, params, scrubber } = call;
  try {
    const completion = model.completionStream(params, { scrubber });
    const reading = readCompletion({ call, completion, publisher, checkpoints });
    const ended = await untilAborted(reading, params.signal);
    if (ended === undefined && params.signal?.aborted) {
      const usage = await (await stopped()).usageOfStopped(completion.final);
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
  readonly publisher: DeltaPublisher;
  readonly checkpoints: Checkpoints | undefined;
}

async function readCompletion(options: ReadOptions): Promise<LlmCompletionResult> {
  const { call, completion, publisher, checkpoints } = options;
  // Watched from the start, so that an adapter that breaks its word and rejects is caught.
  completion.final.catch(() => undefined);
  let count = 0;
  const publishAll = async () => {
    for await (const delta of completion.stream) {
      if (call.params.signal?.aborted) return;
      count += 1;
      publisher.publish(delta);
      checkpoints?.noted();
    }
  };
  await untilSilent({ done: publishAll(), count: () => count }, completion.final);
  return completion.final;
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
