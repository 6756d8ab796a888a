import type { LlmCompletionResult, Usage } from "../model/model-port.ts";

/** Milliseconds that a model call which was stopped has to say what it took. */
const PATIENCE_MS = 20;

/** What a stopped model call took, where its adapter says so at once. Never rejects; leaves no timer behind. */
export async function usageOfStopped(final: Promise<LlmCompletionResult>): Promise<Usage | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  const last = await Promise.race([final.catch(() => undefined), patience]);
  clearTimeout(timer);
  return last?.usage;
}
