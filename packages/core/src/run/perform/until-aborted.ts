import { unwatchAbort, watchAbort } from "./watch-abort.ts";

/** True when the run has been stopped. */
export function isStopped(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** The value, or undefined as soon as `signal` is aborted. A value that is no promise passes straight through. */
export function untilAborted<T>(value: T | Promise<T>, signal: AbortSignal | undefined): T | Promise<T | undefined> {
  if (signal === undefined || !isThenable(value)) return value;
  if (signal.aborted) {
    Promise.resolve(value).catch(() => undefined);
    return Promise.resolve(undefined);
  }
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    const settle = <V>(how: (value: V) => void) => {
      return (value: V) => {
        unwatchAbort(signal, stop);
        how(value);
      };
    };
    watchAbort(signal, stop);
    Promise.resolve(value).then(settle(resolve), settle(reject));
  });
}

/** True for a promise, or whatever `await` would take for one. */
export function isThenable<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
