/** True when the run has been stopped. */
export function isAborted(signal: AbortSignal | undefined): boolean {
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

/**
 * What is waited for, or undefined `patienceMs` milliseconds after `signal` was aborted: for what should still come to
 * its end, and may hang. A function is asked when that has happened. Rejects as what is waited for does; leaves no
 * timer and no listener behind.
 */
export function untilStopped<T>(
  waited: Promise<T>,
  signal: AbortSignal | undefined,
  patienceMs: number | (() => number),
): Promise<T | undefined> {
  if (signal === undefined) return waited;
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leftMs = () => (typeof patienceMs === "number" ? patienceMs : patienceMs());
    const stop = () => (timer = setTimeout(resolve, leftMs(), undefined));
    const over = () => {
      unwatchAbort(signal, stop);
      clearTimeout(timer);
    };
    if (signal.aborted) stop();
    else watchAbort(signal, stop);
    waited.finally(over).then(resolve, reject);
  });
}

/** True for a promise, or whatever `await` would take for one. */
export function isThenable<T>(value: T | Promise<T>): value is Promise<T> {
  const mayBe = (typeof value === "object" && value !== null) || typeof value === "function";
  return mayBe && "then" in value && typeof value.then === "function";
}

/**
 * From here on everything that watches `signal` shares one listener: a run adds and removes watchers for every call,
 * and on a signal each of them costs as much as a small call. The listener goes with the last run and the last watcher.
 */
export function shareAbort(signal: AbortSignal): void {
  const watch = shared.get(signal) ?? startSharing(signal);
  watch.runs += 1;
}

/** Undoes one `shareAbort`. */
export function unshareAbort(signal: AbortSignal): void {
  const watch = shared.get(signal);
  if (watch === undefined) return;
  watch.runs -= 1;
  endWhenUnused(signal, watch);
}

function startSharing(signal: AbortSignal): SharedWatch {
  const stops = new Set<() => void>();
  const tell = () => {
    for (const stop of stops) stop();
  };
  const watch = { stops, tell, runs: 0 };
  signal.addEventListener("abort", tell, { once: true });
  shared.set(signal, watch);
  return watch;
}

/** Everything that waits for one signal during one or more runs. */
interface SharedWatch {
  readonly stops: Set<() => void>;
  readonly tell: () => void;
  runs: number;
}

/** The signals that runs share. */
const shared = new WeakMap<AbortSignal, SharedWatch>();

/** Calls `stop` when `signal` is aborted, unless it is unwatched before. */
export function watchAbort(signal: AbortSignal, stop: () => void): void {
  const watch = shared.get(signal);
  if (watch === undefined) signal.addEventListener("abort", stop, { once: true });
  else watch.stops.add(stop);
}

/** `stop` will not be called any more. */
export function unwatchAbort(signal: AbortSignal, stop: () => void): void {
  const watch = shared.get(signal);
  if (watch?.stops.delete(stop)) endWhenUnused(signal, watch);
  else signal.removeEventListener("abort", stop);
}

/** Takes the one listener away when nobody needs it. */
function endWhenUnused(signal: AbortSignal, watch: SharedWatch): void {
  if (watch.runs > 0 || watch.stops.size > 0) return;
  signal.removeEventListener("abort", watch.tell);
  shared.delete(signal);
}
