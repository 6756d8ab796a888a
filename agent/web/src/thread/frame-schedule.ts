/** Milliseconds between two updates of a page that is not seen: browsers paint no frames for it. */
const HIDDEN_MS = 250;

/** Runs `work` once before the next frame is painted, however often it is asked to. */
export class FrameSchedule {
  readonly #work: () => void;
  #isScheduled = false;

  constructor(work: () => void) {
    this.#work = work;
  }

  request(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const run = () => {
      this.#isScheduled = false;
      this.#work();
    };
    if (typeof document === "undefined" || document.hidden) setTimeout(run, HIDDEN_MS);
    else requestAnimationFrame(run);
  }
}
