import type { ActivitySink } from "../journal/activity-sink.ts";
import type {
  Completion,
  CompletionStreamParams,
  LlmCompletionResult,
  LlmError,
  ModelPort,
} from "../model/model-port.ts";
import { untilAborted } from "../run/perform/until-aborted.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import { DeltaPublisher } from "./delta-publisher.ts";
import type { ModelCallWatch } from "./model-observer.ts";
import { untilSilent } from "./until-silent.ts";

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

/** Calls the model, publishes what streams in, and gives the end of it. The one place that calls a model; never rejects. */
export async function callModel(call: ModelCall): Promise<LlmCompletionResult> {
  const completion = await completed(call);
  call.watch?.ended(completion);
  return completion;
}

async function completed(call: ModelCall): Promise<LlmCompletionResult> {
  const { model, params } = call;
  try {
    const ended = await untilAborted(readCompletion(call, model.completionStream(params)), params.signal);
    if (ended === undefined && params.signal?.aborted)
      return failed(call, { code: "aborted", message: "The model call was stopped." });
    if (typeof ended !== "object" || ended === null) throw new TypeError("its `final` is no completion");
    return ended.error === undefined ? ended : { ...ended, error: shown(call, ended.error) };
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return failed(call, { code: "internal", message: `The model adapter failed: ${message}` });
  }
}

async function readCompletion(call: ModelCall, completion: Completion): Promise<LlmCompletionResult> {
  const publisher = new DeltaPublisher(call);
  // Watched from the start, so that an adapter that breaks its word and rejects is caught.
  completion.final.catch(() => undefined);
  let count = 0;
  const publishAll = async () => {
    for await (const delta of completion.stream) {
      if (call.params.signal?.aborted) return;
      count += 1;
      publisher.publish(delta);
    }
  };
  await untilSilent({ done: publishAll(), count: () => count }, completion.final);
  publisher.end();
  return completion.final;
}

function failed(call: ModelCall, error: LlmError): LlmCompletionResult {
  const message = { role: "assistant", content: "" } as const;
  return { message, model: call.model.name, finishReason: "error", error: shown(call, error) };
}

/** A server may repeat the key that it refuses. */
function shown({ scrubber }: ModelCall, error: LlmError): LlmError {
  return { ...error, message: scrubber.text(String(error.message).toWellFormed()) };
}
