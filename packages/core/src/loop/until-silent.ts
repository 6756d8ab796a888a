/** Milliseconds without a delta after which a stream whose completion is there counts as ended. */
const SILENCE_MS = 1_000;
/** How many turns of the promise queue the end of a stream may come after its completion. */
const TURNS = 8;

/** A stream that is being read. */
export interface Reading {
  /** Settles when the stream has ended. */
  readonly done: Promise<void>;
  /** How many deltas have come so far. */
  readonly count: () => number;
}

/**
 * Waits for the end of a stream; once `final` has settled, no longer than something keeps coming: a stream that never
 * ends holds up no run. Rejects where reading does. Leaves no timer behind.
 */
export function untilSilent({ done, count }: Reading, final: Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const watch = () => {
      if (ended) return;
      const before = count();
      timer = setTimeout(() => (count() === before ? resolve() : watch()), SILENCE_MS);
    };
    const end = (settle: () => void) => {
      ended = true;
      clearTimeout(timer);
      settle();
    };
    done.then(
      () => end(resolve),
      (error) => end(() => reject(error)),
    );
    const hasSettled = async () => {
      // Most streams end together with their completion: they need no timer.
      for (let turn = 0; turn < TURNS && !ended; turn += 1) await undefined;
      watch();
    };
    final.then(hasSettled, hasSettled);
  });
}
