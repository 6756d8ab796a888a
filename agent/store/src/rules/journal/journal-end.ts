import { StoreError } from "../../port/store-error.ts";

/** Where a journal ends, as far as one writer knows: it refuses to go on after somebody else wrote. */
export class JournalEnd {
  /** The number that the next event must follow; undefined until the writer was told, or has written. */
  #end: number | undefined;
  #stored: number | undefined;
  #learned: number | undefined;

  /**
   * Takes the next place for an event. Gives the number that it must follow, undefined for any lower one. Throws
   * `conflict`.
   */
  take(seq: number): number | undefined {
    const after = this.#end;
    if (after !== undefined && seq <= after) {
      throw new StoreError("conflict", `Event ${seq} comes after event ${after} in this journal.`);
    }
    this.#end = seq;
    return after;
  }

  stored(seq: number): void {
    this.#stored = seq;
    // An event behind this one may have failed before this one was stored.
    if (this.#end === undefined || this.#end < seq) this.#end = seq;
  }

  /**
   * What was queued behind a failed event must not be stored either: a journal has no holes. The writer may go on once
   * it can know of it, which is when this resolves.
   */
  async failed(): Promise<void> {
    await undefined;
    this.#end = this.#stored ?? this.#learned;
  }

  /** What the store has, which counts until this writer has written. */
  learn(lastSeq: number): void {
    if (this.#stored !== undefined) return;
    this.#learned = lastSeq;
    this.#end = lastSeq;
  }
}
