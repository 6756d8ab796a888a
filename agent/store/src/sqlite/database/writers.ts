/** So many writers of the last moments are a crowd. */
const CROWD = 5;

/** Writers count as there for so many milliseconds, and at most twice as many. */
const REMEMBERED_MS = 100;

/**
 * Those who write to a database at the same time. They are counted, and not what they write: one run that makes many
 * calls in a step would wait for a crowd that is not there.
 */
export class Writers {
  readonly #queued = new Set<object>();
  /** Those of the last moments: a commit that shared its time with few others says nothing of how many there are. */
  readonly #recent = new Set<object>();
  #recentBefore = 0;
  #since = 0;

  /** Something of this writer is queued for the next commit. */
  add(writer: object): void {
    this.#queued.add(writer);
  }

  /** Whether a moment may bring more of them: there were many in the last moments, and some of them are missing. */
  get areAwaited(): boolean {
    const known = Math.max(this.#recent.size, this.#recentBefore);
    return known >= CROWD && this.#queued.size < known;
  }

  /** What is queued is committed now. */
  commit(now = performance.now()): void {
    if (now - this.#since > REMEMBERED_MS) {
      this.#recentBefore = now - this.#since > 2 * REMEMBERED_MS ? 0 : this.#recent.size;
      this.#recent.clear();
      this.#since = now;
    }
    for (const writer of this.#queued) this.#recent.add(writer);
    this.#queued.clear();
  }
}
