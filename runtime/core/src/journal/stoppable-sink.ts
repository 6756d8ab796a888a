import { untilStopped } from "../async/abort.ts";
import { monotonicMs } from "../async/monotonic.ts";
import { isThrown } from "../result/thrown.ts";
import { type ActivitySink, SILENT } from "./activity-sink.ts";
import type { ActivityStream, EventAbout } from "./activity-stream.ts";
import type { EventData, EventType } from "./event.ts";
import type { Journal } from "./journal.ts";

/** Until when a journal is waited for. */
export interface Stoppable {
  readonly signal: AbortSignal | undefined;
  /** Milliseconds that all waits together may take once the signal is aborted. */
  readonly patienceMs: number;
}

/** The stream as one run, or one call, has it: a journal that does not answer keeps nobody waiting who was stopped. */
export function stoppable(activity: ActivitySink, { signal, patienceMs }: Stoppable): ActivitySink {
  return signal === undefined || activity === SILENT ? activity : new StoppableSink(activity, { signal, patienceMs });
}

/** What is stored is not known: the event may be in the journal by now, or never. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** Why a run is stopped that another process takes up: what it comes to here counts nowhere, and is not told. */
export class HandedOver extends Error {
  override readonly name = "HandedOver";
}

/** Waits for what promises nothing, such as a failure: that may be told though the journal did not answer in time. */
export function storedOrUnanswered(stored: void | Promise<void>): void | Promise<void> {
  return stored instanceof Promise ? stored.catch(unlessUnanswered) : undefined;
}

function unlessUnanswered(error: unknown): void {
  if (!isThrown(error, NoAnswer)) throw error;
}

class StoppableSink implements ActivitySink {
  readonly #activity: ActivitySink;
  readonly #signal: AbortSignal;
  readonly #patienceMs: number;
  /** On the monotonic clock; from the first wait after the stop. */
  #until: number | undefined;
  #unanswered: NoAnswer | undefined;

  constructor(activity: ActivitySink, { signal, patienceMs }: Stoppable & { readonly signal: AbortSignal }) {
    this.#activity = activity;
    this.#signal = signal;
    this.#patienceMs = patienceMs;
  }

  get failure(): unknown {
    return this.#activity.failure ?? this.#unanswered;
  }

  get journal(): Journal | undefined {
    return this.#activity.journal;
  }

  get joinsOutput(): boolean {
    return this.#activity.joinsOutput;
  }

  emit<T extends EventType>(type: T, data: EventData[T], about?: EventAbout): void | Promise<void> {
    const stored = this.#activity.emit(type, data, about);
    return stored instanceof Promise ? this.#answered(stored) : undefined;
  }

  stored(): Promise<void> | undefined {
    const stored = this.#activity.stored();
    return stored && this.#answered(stored);
  }

  sync(): ReturnType<ActivityStream["sync"]> {
    const synced = this.#activity.sync();
    return synced && this.#answered(synced);
  }

  async #answered(waited: Promise<void>): Promise<void> {
    const answer = waited.then(() => true);
    if (await untilStopped(answer, this.#signal, () => this.#leftMs())) return;
    this.#unanswered ??= new NoAnswer("It did not answer before the run was stopped.");
    throw this.#unanswered;
  }

  #leftMs(): number {
    const now = monotonicMs();
    this.#until ??= now + this.#patienceMs;
    return Math.max(0, this.#until - now);
  }
}
