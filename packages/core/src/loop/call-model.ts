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

/** One model call within a run. */
export interface ModelCall {
  readonly model: ModelPort;
  readonly params: CompletionStreamParams;
  readonly activity: ActivitySink;
  readonly scrubber: Scrubber;
  readonly runId: string;
}

/** Calls the model, publishes what streams in, and gives the end of it. The one place that calls a model; never rejects. */
export async function callModel(call: ModelCall): Promise<LlmCompletionResult> {
  const { model, params } = call;
  try {
    const ended = await untilAborted(readCompletion(call, model.completionStream(params)), params.signal);
    return ended ?? failed(call, { code: "aborted", message: "The model call was stopped." });
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return failed(call, { code: "internal", message: `The model adapter failed: ${call.scrubber.text(message)}` });
  }
}

async function readCompletion(call: ModelCall, completion: Completion): Promise<LlmCompletionResult> {
  const publisher = new DeltaPublisher(call);
  // Watched from the start, so that an adapter that breaks its word and rejects is caught.
  completion.final.catch(() => undefined);
  for await (const delta of completion.stream) {
    if (call.params.signal?.aborted) break;
    publisher.publish(delta);
  }
  publisher.end();
  return completion.final;
}

function failed({ model }: ModelCall, error: LlmError): LlmCompletionResult {
  return { message: { role: "assistant", content: "" }, model: model.name, finishReason: "error", error };
}
