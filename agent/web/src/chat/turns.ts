import { FrameSchedule } from "../thread/frame-schedule.ts";

/** Gives one of those who wait a turn in each frame: what they have to do together holds up no frame. */
export class Turns {
  readonly #waiting = new Set<() => void>();
  readonly #frame = new FrameSchedule(() => this.#next());

  /**
   * Runs `work` once, when it is its turn: whoever came last comes first, for that is what is read. Returns what takes
   * it back.
   */
  wait(work: () => void): () => void {
    this.#waiting.add(work);
    this.#frame.request();
    return () => this.#waiting.delete(work);
  }

  #next(): void {
    const work = [...this.#waiting].at(-1);
    if (work === undefined) return;
    this.#waiting.delete(work);
    work();
    if (this.#waiting.size > 0) this.#frame.request();
  }
}
