import { isThenable, unwatchAbort, watchAbort } from "../async/abort.ts";
import type { MaybePromise } from "../async/and-then.ts";
import { monotonicMs } from "../async/monotonic.ts";
import type { ActivitySink } from "../journal/activity-sink.ts";
import type { Completion, CompletionStreamParams, LlmCompletionResult, ModelPort } from "../model/model-port.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import { later } from "./later.ts";
import type { ModelCallWatch } from "./model-observer.ts";
import type { Shown, ShownAnswer } from "./shown-answer.ts";

type Later = typeof import("./rare.ts");

/** One model call within a run. */
export interface ModelCall {
  readonly model: ModelPort;
  readonly params: CompletionStreamParams;
  readonly activity: ActivitySink;
  readonly scrubber: Scrubber;
  readonly runId: string;
  /** Hears how the call ended, whichever way it did. */
  readonly watch?: Pick<ModelCallWatch, "ended"> | undefined;
}

/** How a model call ended, and what was shown of it by then. */
export interface ModelAnswer {
  readonly completion: LlmCompletionResult;
  /** Undefined where nothing streamed in. */
  readonly shown: Shown | undefined;
}

/** Calls the model, publishes what streams in, and gives the end of it. The one place that calls a model; never rejects. */
export function callModel(call: ModelCall): Promise<ModelAnswer> {
  return new Promise((resolve, reject) => new Reading(call, { resolve, reject }).begin());
}

/** What an `async` function of that name gives; what it rejects with is nobody's else. */
function promisedInstead(completion: Promise<unknown>): TypeError {
  Promise.resolve(completion).catch(() => undefined);
  return new TypeError("completionStream gave a promise; it gives { stream, final } at once");
}

/** Milliseconds without a delta after which a stream whose completion is there counts as ended. */
const SILENCE_MS = 1_000;
/** How many turns of the promise queue the end of a stream may come after its completion. */
const TURNS = 8;

interface Settle {
  readonly resolve: (answer: ModelAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * An answer while it comes: the end of its stream and its completion against the stop of the run. One object for all of that, since
 * every further promise costs each step time. A stream that never ends holds up no run.
 */
class Reading {
  readonly #call: ModelCall;
  readonly #settle: Settle;
  /** On the monotonic clock. */
  readonly #begunAt = monotonicMs();
  /** Made with the first delta: many answers come whole. */
  #shown: ShownAnswer | undefined;
  /** How many deltas have come so far. */
  #count = 0;
  /** How many turns ago the completion was there, and what it was; no more than `TURNS` are counted. */
  #turns = 0;
  #ended: LlmCompletionResult | undefined;
  #failure: { readonly thrown: unknown } | undefined;
  #isRead = false;
  #isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop: (() => void) | undefined;

  constructor(call: ModelCall, settle: Settle) {
    this.#call = call;
    this.#settle = settle;
  }

  begin(): void {
    const { model, params, scrubber } = this.#call;
    try {
      const completion = model.completionStream(params, { scrubber });
      if (isThenable(completion)) throw promisedInstead(completion);
      this.#await(completion);
      void this.#read(completion);
      this.#watch(completion, params.signal);
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  #watch({ final }: Completion, signal: AbortSignal | undefined): void {
    if (signal === undefined) return;
    // Not written into the field: V8 puts such a function among old objects, where all that it reaches outlives many collections.
    const stop = () => this.#endStopped(final);
    this.#stop = stop;
    if (signal.aborted) stop();
    else watchAbort(signal, stop);
  }

  async #read({ stream }: Completion): Promise<void> {
    try {
      for await (const delta of stream) {
        this.#count += 1;
        this.#shown ??= new (await later()).ShownAnswer(this.#call, this.#begunAt);
        if (this.#isOver) return;
        this.#shown.publish(delta);
      }
      this.#isRead = true;
      if (this.#turns > 0) this.#endAsItCame();
    } catch (thrown) {
      this.#isRead = true;
      this.#fail(thrown);
    }
  }

  /** Watched from the start, so that an adapter that breaks its word and rejects is caught. */
  #await({ final }: Completion): void {
    const came = (ended: LlmCompletionResult): void => {
      this.#ended = ended;
      if (this.#waits()) void final.then(came, failed);
    };
    const failed = (thrown: unknown): void => {
      this.#failure = { thrown };
      if (this.#waits()) void final.then(came, failed);
    };
    final.then(came, failed);
  }

  /** Once the completion is there, a stream is waited for no longer than something keeps coming. Most end together with it: they need no timer. */
  #waits(): boolean {
    this.#turns += 1;
    if (this.#isRead) this.#endAsItCame();
    const mayEnd = !this.#isRead && !this.#isOver;
    if (mayEnd && this.#turns === TURNS) this.#listen();
    return mayEnd && this.#turns < TURNS;
  }

  #listen(): void {
    const before = this.#count;
    const goOn = () => (this.#count === before ? this.#endAsItCame() : this.#listen());
    this.#timer = setTimeout(goOn, SILENCE_MS);
  }

  #endAsItCame(): void {
    if (this.#failure === undefined) this.#end(this.#ended);
    else this.#fail(this.#failure.thrown);
  }

  #endStopped(final: Completion["final"]): void {
    if (this.#isFirst()) this.#tellLater(({ stoppedAnswer }) => stoppedAnswer(this.#call, final));
  }

  #end(ended: LlmCompletionResult | undefined): void {
    if (typeof ended !== "object" || ended === null) this.#fail(new TypeError("its `final` is no completion"));
    else if (!this.#isFirst()) return;
    else if (ended.error === undefined) this.#tell(ended);
    else this.#tellLater(({ maskedAnswer }) => maskedAnswer(this.#call, ended));
  }

  #fail(thrown: unknown): void {
    if (this.#isFirst()) this.#tellLater(({ brokenAnswer }) => brokenAnswer(this.#call, thrown));
  }

  #tellLater(make: (module: Later) => MaybePromise<LlmCompletionResult>): void {
    Promise.resolve(later())
      .then(make)
      .then((answer) => this.#tell(answer), this.#settle.reject);
  }

  /** Of all that may end it, what comes first counts. Leaves no timer and no listener behind. */
  #isFirst(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    const { signal } = this.#call.params;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    if (signal !== undefined && this.#stop !== undefined) unwatchAbort(signal, this.#stop);
    return true;
  }

  #tell(completion: LlmCompletionResult): void {
    const shown = this.#shown;
    try {
      shown?.end(completion.error === undefined);
      this.#call.watch?.ended(completion);
      this.#settle.resolve({ completion, shown });
    } catch (error) {
      this.#settle.reject(error);
    }
  }
}
