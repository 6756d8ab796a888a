import { monotonicMs } from "../async/monotonic.ts";

/** Seconds in which runs work: none while no run goes on, and none while a person is waited for. */
export class WorkClock {
  readonly #now: () => number;
  readonly #asked = new Set<string>();
  #runs = 0;
  #workedMs = 0;
  /** When the work under way began; undefined while there is none. */
  #since: number | undefined;

  /** `now`: milliseconds on a clock that never goes back. */
  constructor(now: () => number = monotonicMs) {
    this.#now = now;
  }

  get seconds(): number {
    const underWay = this.#since === undefined ? 0 : this.#now() - this.#since;
    return (this.#workedMs + underWay) / 1_000;
  }

  runBegan(): void {
    this.#runs += 1;
    this.#turn();
  }

  runEnded(): void {
    this.#runs -= 1;
    this.#turn();
  }

  /** A person is asked about a call. */
  asked(callId: string): void {
    this.#asked.add(callId);
    this.#turn();
  }

  /** The person has answered, or the call has ended without an answer. */
  answered(callId: string): void {
    if (this.#asked.delete(callId)) this.#turn();
  }

  #turn(): void {
    const works = this.#runs > 0 && this.#asked.size === 0;
    if (works === (this.#since !== undefined)) return;
    this.#workedMs = this.seconds * 1_000;
    this.#since = works ? this.#now() : undefined;
  }
}
