import { keepAlive } from "./alarm.ts";

/** A timer with a longer time fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * A signal that is aborted after so many milliseconds, and keeps no process alive. In Node 20 one of `AbortSignal.timeout` that only
 * `AbortSignal.any` holds is collected as garbage and never aborted: what it should end would go on without end.
 */
export function lateSignal(ms: number): AbortSignal {
  const controller = new AbortController();
  const late = () => controller.abort(new DOMException("The time is up.", "TimeoutError"));
  keepAlive(setTimeout(late, Math.min(ms, LONGEST_TIMER)), "unref");
  return controller.signal;
}
