import { endWhenUnused, type SharedWatch, shared } from "./watch-abort.ts";

/**
 * From here on everything that watches `signal` shares one listener: a run adds and removes watchers for every call, and
 * on a signal each of them costs as much as a small call. The listener goes with the last run and the last watcher.
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
