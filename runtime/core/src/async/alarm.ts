import { monotonicMs } from "./monotonic.ts";

/** What waits for a moment. */
export interface Due {
  /** The moment, in milliseconds of `monotonicMs`. */
  dueMs: number;
  /** Called once, when it has come. */
  timeUp(): void;
}

/** Longest delay a timer can hold; a longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Many moments with one timer, set for the first of them: nearly all are taken back before they come, and a timer for
 * each would cost as much as a tenth of a call. While nothing waits, the timer keeps no process alive.
 */
export class Alarm {
  readonly #waiting = new Set<Due>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What the timer is set for. */
  #setFor = 0;

  add(due: Due): void {
    this.#waiting.add(due);
    if (this.#timer === undefined || due.dueMs < this.#setFor) this.#set(due.dueMs);
    else if (this.#waiting.size === 1) keepAlive(this.#timer, "ref");
  }

  /** Its time counts no longer. */
  delete(due: Due): void {
    if (this.#waiting.delete(due) && this.#waiting.size === 0) keepAlive(this.#timer, "unref");
  }

  /** Leaves no timer behind where nothing waits: nothing is expected to for a while. */
  rest(): void {
    if (this.#waiting.size === 0) this.#clear();
  }

  #set(dueMs: number): void {
    this.#clear();
    this.#setFor = dueMs;
    const delay = Math.max(0, Math.ceil(dueMs - monotonicMs()));
    this.#timer = setTimeout(() => this.#ring(), Math.min(delay, MAX_TIMER_MS));
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** A timer may come early: the first moment may have been taken back, or be further away than a timer reaches. */
  #ring(): void {
    this.#timer = undefined;
    const now = monotonicMs();
    const come = [...this.#waiting].filter(({ dueMs }) => dueMs <= now);
    for (const due of come) this.#waiting.delete(due);
    if (this.#waiting.size > 0) this.#set(Math.min(...Array.from(this.#waiting, ({ dueMs }) => dueMs)));
    for (const due of come) due.timeUp();
  }
}

/** In a browser a timer is a number, which has no methods and keeps nothing alive. */
export function keepAlive(timer: unknown, how: "ref" | "unref"): void {
  const change: unknown = Reflect.get(Object(timer), how);
  if (typeof change === "function") change.call(timer);
}
