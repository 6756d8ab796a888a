/** A call that must answer at once waits so long in its thread for others that store nothing, in milliseconds. */
const MOST_IN_THREAD_MS = 250;

/** How long a connection waits while others keep the database locked, in milliseconds. */
export class Patience {
  /** Of a call that must answer at once: everything else in the process stands still meanwhile. */
  inThreadMs = MOST_IN_THREAD_MS;
  /** Of what is queued, and holds nothing up. */
  queuedMs = 5_000;
  /** Between two tries of what is queued. */
  readonly retryMs = 50;
  /** The first and the last refusal while nobody stored anything, by the clock of `performance.now()`. */
  #refused: { readonly first: number; readonly last: number } | undefined;
  #version: unknown;

  /** From now on in all: `busyTimeoutMs`. */
  limit(busyTimeoutMs: number): void {
    this.queuedMs = busyTimeoutMs;
    this.inThreadMs = Math.min(busyTimeoutMs, MOST_IN_THREAD_MS);
  }

  /** The database was free. */
  free(): void {
    this.#refused = undefined;
  }

  /**
   * It was not: says for how long others have kept it while they stored nothing, over all calls, because many that wait
   * in a row hold the process up like one. Others that write one after the other keep nobody out for long: each commit
   * of theirs changes `version`.
   */
  refused(version: unknown): number {
    const now = performance.now();
    const hasMoved = version !== undefined && version !== this.#version;
    this.#version = version ?? this.#version;
    const known = hasMoved || now - (this.#refused?.last ?? 0) > FORGOTTEN_MS ? undefined : this.#refused;
    this.#refused = { first: known?.first ?? now, last: now };
    return now - this.#refused.first;
  }
}

/** What happened so long ago says nothing of a lock that is met now, in milliseconds. */
const FORGOTTEN_MS = 1_000;

/**
 * A pause of this thread in which others go on, for a millisecond at a time and so many in all; false once they are
 * over. Pauses are counted as well: where a program has stopped the clock of its tests, they would never be over.
 */
export function pausesOf(limitMs: number): () => boolean {
  const until = performance.now() + limitMs;
  let pauses = 0;
  return () => {
    if (pauses >= limitMs || performance.now() >= until) return false;
    pauses += 1;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    return true;
  };
}

/** A commit that waits for more writers waits half as long as the last one took, within these milliseconds. */
const GATHER_MS = { least: 1, most: 15 };

export function gatheringMs(lastFlushMs: number): number {
  return Math.min(Math.max(GATHER_MS.least, lastFlushMs / 2), GATHER_MS.most);
}
