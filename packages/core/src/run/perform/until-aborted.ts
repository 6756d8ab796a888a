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
    signal.addEventListener("abort", stop, { once: true });
    Promise.resolve(value)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}

function isThenable<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
