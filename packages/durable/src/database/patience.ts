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
  /** The last try to write failed. */
  isLocked = false;
  #version: unknown;

  /** From now on in all: `busyTimeoutMs`. */
  limit(busyTimeoutMs: number): void {
    this.queuedMs = busyTimeoutMs;
    this.inThreadMs = Math.min(busyTimeoutMs, MOST_IN_THREAD_MS);
  }

  /** A database that is known to be locked is tried once: many calls in a row would hold the process up like one long wait. */
  inThread(waitMs: number): number {
    return this.isLocked ? 0 : waitMs;
  }

  /** Whether others have stored something since the last look: many that write one after the other lock nobody out for long. */
  hasMoved(version: unknown): boolean {
    const hasMoved = version !== undefined && version !== this.#version;
    this.#version = version ?? this.#version;
    return hasMoved;
  }
}

/** Lets others go on for a moment while this thread waits. */
export function pauseThread(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}

/** From so many pieces of work in one commit on, the next one waits for more: as long as the last one took, within these milliseconds. */
const CROWD = 4;
const GATHER_MS = { least: 5, most: 15 };

/** How long the next commit waits for more work, in milliseconds; nothing where few share one. */
export function gatheringMs(lastBatch: number, lastFlushMs: number): number {
  return lastBatch > CROWD ? Math.min(Math.max(GATHER_MS.least, lastFlushMs), GATHER_MS.most) : 0;
}
