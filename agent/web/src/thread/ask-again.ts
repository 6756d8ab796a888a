import type { Answer } from "../server/api.ts";
import { pause } from "./pause.ts";

export interface AskAgain {
  /** Whether such a refusal may be another answer soon; `times` it was asked. */
  readonly mayChange: (status: number, times: number) => boolean;
  /** Milliseconds before the second try, doubled for each further one. */
  readonly retryMs: number;
  readonly signal?: AbortSignal;
}

/** Doublings of the pause: half a second becomes half a minute. */
const MOST = 6;

/** The answer to a question that is asked until it has one, or can have none, or nobody waits for it. */
export async function askAgain<T>(
  ask: () => Promise<Answer<T>>,
  { mayChange, retryMs, signal }: AskAgain,
): Promise<Answer<T>> {
  for (let times = 1; ; times += 1) {
    const answer = await ask();
    if (answer.ok || signal?.aborted || !mayChange(answer.status, times)) return answer;
    await pause(retryMs * 2 ** Math.min(times - 1, MOST), signal);
  }
}

/** Whether the server could not be reached, or could not answer. */
export function isUnanswered(status: number): boolean {
  return status === 0 || status >= 500;
}
