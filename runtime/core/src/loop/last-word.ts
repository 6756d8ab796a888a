import type { LlmCompletionResult, LlmError, Usage } from "../model/model-port.ts";
import { realMessage } from "../result/thrown.ts";
import type { ModelCall } from "./call-model.ts";

/** Milliseconds that a model call which was stopped has to say what it took. */
const PATIENCE_MS = 20;

/** The answer of a model call that was stopped: what it took, where its adapter says so at once. Never rejects. */
export async function stoppedAnswer(
  call: ModelCall,
  final: Promise<LlmCompletionResult>,
): Promise<LlmCompletionResult> {
  const usage = await usageOfStopped(final);
  const known = usage === undefined ? {} : { usage };
  return { ...failed(call, { code: "aborted", message: "The model call was stopped." }), ...known };
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

/** What a stopped model call took, where its adapter says so at once. Never rejects; leaves no timer behind. */
async function usageOfStopped(final: Promise<LlmCompletionResult>): Promise<Usage | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  const last = await Promise.race([final.catch(() => undefined), patience]);
  clearTimeout(timer);
  return last?.usage;
}
