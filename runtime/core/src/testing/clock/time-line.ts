/** The functions of the host that wait. */
export interface HostTimers {
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Shorter waits pass by themselves: the runtime has several, such as the last word of a tool that is stopped. */
const SHORT_MS = 100;

interface Wait {
  readonly run: () => void;
  readonly ms: number;
  readonly repeats: boolean;
  /** On the time line. */
  readonly dueMs: number;
  /** The host's own timer behind a short wait. */
  readonly real: unknown;
}

/** Moments in their order, and what waits for each. Time passes where it is moved, and by short waits. */
export class TimeLine {
  #nowMs = 0;
  readonly #host: HostTimers;
  readonly #waits = new Map<LineTimer, Wait>();
  #heard: (() => void)[] = [];

  constructor(host: HostTimers) {
    this.#host = host;
  }

  /** Milliseconds since it began. */
  get nowMs(): number {
    return this.#nowMs;
  }

  wait(run: () => void, ms: number, repeats: boolean): LineTimer {
    const timer = new LineTimer(this);
    this.set(timer, { run, ms, repeats });
    return timer;
  }

  set(timer: LineTimer, { run, ms, repeats }: Pick<Wait, "run" | "ms" | "repeats">): void {
    const dueMs = this.#nowMs + ms;
    const real = ms < SHORT_MS ? this.#host.setTimeout(() => this.moveTo(dueMs), ms) : undefined;
    this.#waits.set(timer, { run, ms, repeats, dueMs, real });
    this.tellWaiting();
  }

  /** What the timer waits for; undefined where it waits for nothing any more. */
  of(timer: LineTimer): Wait | undefined {
    return this.#waits.get(timer);
  }

  clear(timer: LineTimer): void {
    const wait = this.#waits.get(timer);
    if (wait?.real !== undefined) this.#host.clearTimeout(wait.real);
    this.#waits.delete(timer);
  }

  /** Forgets all that waits. */
  end(): void {
    for (const timer of [...this.#waits.keys()]) this.clear(timer);
  }

  /** The earliest moment up to `latestMs` that something waits for. */
  nextBy(latestMs: number): number | undefined {
    const due = Array.from(this.#waits.values(), ({ dueMs }) => dueMs).filter((dueMs) => dueMs <= latestMs);
    return due.length === 0 ? undefined : Math.min(...due);
  }

  /** Time never goes back. All whose moment has come run, the earliest first. */
  moveTo(ms: number): void {
    this.#nowMs = Math.max(this.#nowMs, ms);
    const come = [...this.#waits].filter(([, { dueMs }]) => dueMs <= this.#nowMs);
    for (const [timer, wait] of come.sort(([, one], [, other]) => one.dueMs - other.dueMs)) {
      // One that ran before may have taken it back.
      if (this.#waits.get(timer) !== wait) continue;
      this.clear(timer);
      if (wait.repeats) this.set(timer, wait);
      wait.run();
    }
  }

  /** Settles as soon as a wait can only be ended by moving the time. */
  whenWaiting(): Promise<void> {
    return new Promise((resolve) => {
      this.#heard.push(resolve);
      this.tellWaiting();
    });
  }

  tellWaiting(): void {
    const isWaiting = [...this.#waits].some(([timer, { real }]) => real === undefined && timer.hasRef());
    if (!isWaiting) return;
    const heard = this.#heard;
    this.#heard = [];
    for (const tell of heard) tell();
  }
}

/** What `setTimeout` returns: as much of Node's timer as programs use. */
export class LineTimer {
  readonly #line: TimeLine;
  #isKept = true;

  constructor(line: TimeLine) {
    this.#line = line;
  }

  ref(): this {
    this.#isKept = true;
    this.#line.tellWaiting();
    return this;
  }

  unref(): this {
    this.#isKept = false;
    return this;
  }

  hasRef(): boolean {
    return this.#isKept;
  }

  refresh(): this {
    const wait = this.#line.of(this);
    if (wait === undefined) return this;
    this.#line.clear(this);
    this.#line.set(this, wait);
    return this;
  }

  close(): this {
    this.#line.clear(this);
    return this;
  }
}
