import type { DurableDecision, DurableRun, Json, StepAttempt, StepPolicy } from "@toolwright/core";
import { stepUnknown } from "@toolwright/core/internal";

/** What became known of a step: that it has begun, or what it came to. */
export type Fact = { readonly key: string; readonly begun: true } | { readonly key: string; readonly value: Json };

/**
 * One entry of the engine's journal: what became known since the one before. The turn is over with the one that has
 * `over`.
 */
export interface Entry {
  readonly attempt: number;
  readonly facts: readonly Fact[];
  /** Nothing was under way but waiting for answers. */
  readonly isIdle?: true;
  readonly over?: { readonly result: Json };
}

/** What comes with the signal of a decision. */
export type SignalValue = { readonly value: Json } | { readonly expired: true };

/** What a run needs of the engine. */
export interface CarriedRunOptions {
  readonly runId: string;
  /** Asks the question where answers are taken; the answer comes as a signal of this name. */
  readonly open: (question: {
    readonly address: string;
    readonly signal: string;
    readonly until?: number;
  }) => Promise<void>;
  /** Makes an entry be asked for, where the turn only waits for signals. */
  readonly wake: () => void;
  readonly lost: AbortSignal;
  /** An entry is written at least so often, in milliseconds. */
  readonly beatMs: number;
}

/** Milliseconds: an engine that cannot reach a worker takes longer to give its turns to another one. */
const FRESH_MS = 1_000;

/**
 * A run whose steps are entries of the engine's journal. All entries look alike and say themselves which steps they are
 * about, so that an attempt can read them before it knows in which order it will ask: nothing is replayed but the
 * entries.
 */
export class CarriedRun implements DurableRun {
  readonly runId: string;
  readonly lost: AbortSignal;
  /** Answers that are waited for, by the names of their signals. */
  readonly signals = new Map<string, (value: SignalValue) => void>();
  readonly #options: CarriedRunOptions;
  readonly #cancelling = new AbortController();
  readonly #kept = new Map<string, Json>();
  readonly #begun = new Set<string>();
  readonly #running = new Map<string, Promise<Json>>();
  #attempt = 1;
  #unwritten: { readonly fact: Fact; written: () => void }[] = [];
  #beingWritten: (() => void)[] = [];
  #isNudged = false;
  #tell: (() => void) | undefined;
  #over: { readonly result: Json } | undefined;

  constructor(options: CarriedRunOptions) {
    this.#options = options;
    this.runId = options.runId;
    this.lost = options.lost;
  }

  get cancelled(): AbortSignal {
    return this.#cancelling.signal;
  }

  cancel(): void {
    this.#cancelling.abort();
  }

  /** The next entry: resolves when there is something to write, or it is time. */
  async entry(): Promise<Entry> {
    const hasNews = await this.#news();
    const unwritten = this.#unwritten;
    this.#unwritten = [];
    this.#isNudged = false;
    this.#beingWritten = unwritten.map(({ written }) => written);
    const entry = { attempt: this.#attempt, facts: unwritten.map(({ fact }) => fact) };
    if (this.#over !== undefined) return { ...entry, over: this.#over };
    return !hasNews && this.isIdle ? { ...entry, isIdle: true } : entry;
  }

  /** An entry is in the engine's journal: of this attempt, or of an earlier one. */
  learn({ attempt, facts }: Entry, isOwn: boolean): void {
    if (!isOwn) this.#attempt = Math.max(this.#attempt, attempt + 1);
    for (const fact of facts) {
      if ("value" in fact) this.#kept.set(fact.key, fact.value);
      else this.#begun.add(fact.key);
    }
    for (const written of this.#beingWritten) written();
    this.#beingWritten = [];
  }

  /** Some of what became known here is not in the engine's journal yet. */
  get hasUnwritten(): boolean {
    return this.#unwritten.length > 0;
  }

  /** Nothing is done here but waiting for answers. */
  get isIdle(): boolean {
    return this.#running.size === 0 && this.#unwritten.length === 0 && !this.#isNudged && this.signals.size > 0;
  }

  end(result: Json): void {
    this.#over = { result };
    this.nudge();
  }

  /** Has an entry written at once. */
  nudge(): void {
    this.#isNudged = true;
    this.#tell?.();
    this.#options.wake();
  }

  async step<T extends Json>(key: string, work: (attempt: StepAttempt) => Promise<T>, policy: StepPolicy): Promise<T> {
    const running = this.#running.get(key) ?? this.#do(key, work, policy);
    this.#running.set(key, running);
    try {
      const value: Json = await running;
      // What was kept has been through JSON, and so has what comes back: both attempts get the same.
      return JSON.parse(JSON.stringify(value));
    } finally {
      this.#running.delete(key);
    }
  }

  async #do(key: string, work: (attempt: StepAttempt) => Promise<Json>, policy: StepPolicy): Promise<Json> {
    if (this.lost.aborted) return endless();
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    if (policy === "once") {
      if (this.#begun.has(key)) throw stepUnknown();
      await this.#begin(key);
    }
    const signal = AbortSignal.any([this.cancelled, this.lost]);
    const value = await work({ attempt: this.#attempt, idempotencyKey: `${this.runId}/${key}`, signal });
    if (this.lost.aborted) return endless();
    // Nobody waits for the engine's disk here. Whatever may happen only once is written after this, and waits.
    this.#kept.set(key, value);
    void this.#write({ key, value });
    return value;
  }

  /**
   * Resolves when the engine has said in time that the step has begun: a late word may be older than another attempt.
   */
  async #begin(key: string): Promise<void> {
    for (let tookMs = FRESH_MS; tookMs >= FRESH_MS; ) {
      const asked = performance.now();
      await this.#write({ key, begun: true });
      tookMs = performance.now() - asked;
    }
  }

  decision<T extends Json>(key: string, until?: Date): DurableDecision<T> {
    const address = `${this.runId}/${key}`;
    return { address, answer: this.#decided<T>(key, address, until) };
  }

  async sleepUntil(key: string, at: Date): Promise<void> {
    await this.decision(`sleep:${key}`, at).answer;
  }

  async #decided<T extends Json>(key: string, address: string, until: Date | undefined): Promise<T | "expired"> {
    const signal = `decision:${key}`;
    const answered = new Promise<SignalValue>((resolve) => this.signals.set(signal, resolve));
    await this.#allWritten();
    const question = { address, signal, ...(until === undefined ? {} : { until: until.getTime() }) };
    const open = async () => {
      await this.#options.open(question);
      return true;
    };
    await this.step(signal, open, "repeatable");
    // The engine is asked for the signal with the next entry at the latest.
    this.nudge();
    const came = await answered;
    return "expired" in came ? "expired" : JSON.parse(JSON.stringify(came.value));
  }

  /** Resolves when the fact is in the engine's journal. In a lost run it never does. */
  #write(fact: Fact): Promise<void> {
    return new Promise((written) => {
      this.#unwritten.push({ fact, written });
      this.#tell?.();
      this.#options.wake();
    });
  }

  /** Resolves when all that became known so far is in the engine's journal. */
  async #allWritten(): Promise<void> {
    const last = this.#unwritten.at(-1);
    if (last === undefined && this.#beingWritten.length === 0) return;
    await new Promise<void>((resolve) => {
      if (last === undefined) return void this.#beingWritten.push(resolve);
      const { written } = last;
      last.written = () => {
        written();
        resolve();
      };
    });
  }

  /** False when the time is up before there is anything to write. */
  #news(): Promise<boolean> {
    if (this.#unwritten.length > 0 || this.#isNudged || this.#over !== undefined) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (hasNews: boolean) => {
        clearTimeout(timer);
        this.#tell = undefined;
        resolve(hasNews);
      };
      const timer = setTimeout(() => end(false), this.#options.beatMs);
      this.#tell = () => end(true);
    });
  }
}

/** In an attempt that is lost nothing comes to anything. */
function endless(): Promise<never> {
  return new Promise(() => undefined);
}
