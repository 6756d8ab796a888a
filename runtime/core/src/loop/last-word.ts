import { within } from "../async/within.ts";
import type { LlmCompletionResult, LlmError } from "../model/model-port.ts";
import { realMessage } from "../result/thrown.ts";
import type { ModelCall } from "./call-model.ts";

/** Milliseconds that a model call which was stopped has to say what it took. */
const PATIENCE_MS = 20;

/** The answer of a model call that was stopped: what it took, where its adapter says so at once. Never rejects. */
export async function stoppedAnswer(
  call: ModelCall,
  final: Promise<LlmCompletionResult>,
): Promise<LlmCompletionResult> {
  const last = await within(final, PATIENCE_MS).catch(() => undefined);
  const stopped = failed(call, { code: "aborted", message: "The model call was stopped." });
  return last?.usage === undefined ? stopped : { ...stopped, usage: last.usage };
}

/** The answer of an adapter that failed. */
export function brokenAnswer(call: ModelCall, thrown: unknown): LlmCompletionResult {
  const message = realMessage(thrown);
  return failed(call, { code: "internal", message: `The model adapter failed: ${message}` });
}

function failed(call: ModelCall, error: LlmError): LlmCompletionResult {
  const message = { role: "assistant", content: "" } as const;
  return maskedAnswer(call, { message, model: call.model.name, finishReason: "error", error });
}

/** A server may repeat the key that it refuses. */
export function maskedAnswer({ scrubber }: ModelCall, answer: LlmCompletionResult): LlmCompletionResult {
  const { error } = answer;
  if (error === undefined) return answer;
  return { ...answer, error: { ...error, message: scrubber.text(String(error.message).toWellFormed()) } };
}
