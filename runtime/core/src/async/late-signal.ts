import { keepAlive, MAX_TIMER_MS } from "./alarm.ts";

/**
 * A signal that is aborted after so many milliseconds, and keeps no process alive. In Node 20 one of
 * `AbortSignal.timeout` that only `AbortSignal.any` holds is collected as garbage and never aborted: what it should end
 * would go on without end.
 */
export function lateSignal(ms: number): AbortSignal {
  const controller = new AbortController();
  const late = () => controller.abort(new DOMException("The time is up.", "TimeoutError"));
  keepAlive(setTimeout(late, Math.min(ms, MAX_TIMER_MS)), "unref");
  return controller.signal;
}
