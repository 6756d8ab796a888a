import { keepAlive, MAX_TIMER_MS } from "@toolwright/core/internal";

/**
 * Goes off when a wait has lasted long. Most waits are short and there are many of them, so that a timer for each would
 * take longer than they do: this one runs on over them, and looks at the wait when it goes off. It keeps no process
 * alive.
 */
export class SlowTimer {
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer goes off, and when the wait is due. */
  #offMs = 0;
  #dueMs: number | undefined;
  #act: () => void = () => undefined;

  /** A wait begins, in place of the one before it. */
  begin(ms: number, act: () => void): void {
    this.#dueMs = performance.now() + ms;
    this.#act = act;
    if (this.#timer === undefined || this.#dueMs < this.#offMs) this.#set(ms);
  }

  /** The wait is over. */
  end(): void {
    this.#dueMs = undefined;
  }

  /** The wait is over, and the timer is taken back. */
  close(): void {
    this.end();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #set(ms: number): void {
    clearTimeout(this.#timer);
    const timerMs = Math.min(ms, MAX_TIMER_MS);
    this.#offMs = performance.now() + timerMs;
    this.#timer = setTimeout(() => this.#goOff(), timerMs);
    keepAlive(this.#timer, "unref");
  }

  #goOff(): void {
    this.#timer = undefined;
    if (this.#dueMs === undefined) return;
    const leftMs = this.#dueMs - performance.now();
    if (leftMs > 0) {
      this.#set(leftMs);
    } else {
      this.end();
      this.#act();
    }
  }
}
