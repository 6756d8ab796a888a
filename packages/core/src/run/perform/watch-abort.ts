/** Everything that waits for one signal during one or more runs. */
export interface SharedWatch {
  readonly stops: Set<() => void>;
  readonly tell: () => void;
  runs: number;
}

/** The signals that runs share. */
export const shared = new WeakMap<AbortSignal, SharedWatch>();

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
export function endWhenUnused(signal: AbortSignal, watch: SharedWatch): void {
  if (watch.runs > 0 || watch.stops.size > 0) return;
  signal.removeEventListener("abort", watch.tell);
  shared.delete(signal);
}
