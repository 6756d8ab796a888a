import { isThenable, unwatchAbort, watchAbort } from "../async/abort.ts";
import { monotonicMs } from "../async/monotonic.ts";
import { within } from "../async/within.ts";
import type { ActivitySink } from "../journal/activity-sink.ts";
import type { Completion, CompletionStreamParams, LlmCompletionResult, ModelPort } from "../model/model-port.ts";
import { isReadable } from "../model/taken.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import { lazy } from "../tool/lazy.ts";
import { brokenAnswer, maskedAnswer, stoppedAnswer } from "./last-word.ts";
import type { ModelCallWatch } from "./model-observer.ts";
import { type Shown, ShownAnswer } from "./shown-answer.ts";

const replacing = lazy(() => import("../model/readable.ts"));

/** One model call within a run. */
export interface ModelCall {
  readonly model: ModelPort;
  readonly params: CompletionStreamParams;
  /** There are no parts in the messages: nobody has to look for one that the model does not read. */
  readonly isText?: boolean | undefined;
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

/**
 * Calls the model, publishes what streams in, and gives the end of it. The one place that calls a model; never rejects.
 */
export async function callModel(call: ModelCall): Promise<ModelAnswer> {
  const reading: Reading = { begunAt: monotonicMs(), deltas: 0, isRead: false, shown: undefined, isOver: false };
  const completion = await completionOf(call, reading);
  const { shown } = reading;
  shown?.end(completion.error === undefined);
  call.watch?.ended(completion);
  return { completion, shown };
}

/** An answer while it streams in. */
interface Reading {
  /** On the monotonic clock. */
  readonly begunAt: number;
  /** How many have come so far. */
  deltas: number;
  /** Its stream has ended. */
  isRead: boolean;
  /** Made with the first delta: many answers come whole. */
  shown: ShownAnswer | undefined;
  /** Nothing more of it is shown. */
  isOver: boolean;
}

async function completionOf(call: ModelCall, reading: Reading): Promise<LlmCompletionResult> {
  const { signal } = call.params;
  let asked: Completion | undefined;
  try {
    asked = askOnce(isReadAll(call) ? call : await withLines(call));
    const ended = await endOf(asked, call, reading);
    reading.isOver = true;
    if (signal?.aborted) return await stoppedAnswer(call, asked.final);
    if (typeof ended !== "object" || ended === null) throw new TypeError("its `final` is no completion");
    return maskedAnswer(call, ended);
  } catch (thrown) {
    reading.isOver = true;
    // An adapter that is stopped may reject.
    return signal?.aborted && asked ? await stoppedAnswer(call, asked.final) : brokenAnswer(call, thrown);
  }
}

/** A long history is copied where it is looked at: not in every step of a run that has only text. */
function isReadAll({ isText, params, model }: ModelCall): boolean {
  return isText === true || params.messages.every((message) => isReadable(message, model.takes));
}

/** The same call, with a line in the place of each part that its model does not read. */
async function withLines(call: ModelCall): Promise<ModelCall> {
  const messages = (await replacing()).readable(call.params.messages, call.model.takes);
  return { ...call, params: { ...call.params, messages } };
}

function askOnce({ model, params, scrubber }: ModelCall): Completion {
  const completion = model.completionStream(params, { scrubber });
  if (isThenable(completion)) {
    // What an `async` function of that name rejects with is nobody's else.
    Promise.resolve(completion).catch(() => undefined);
    throw new TypeError("completionStream gave a promise; it gives { stream, final } at once");
  }
  const { stream, final } = completion;
  return { stream, final };
}

/**
 * What a completion came to, when its stream has ended too; undefined as soon as the run is stopped. Rejects as either
 * does.
 */
async function endOf(
  { stream, final }: Completion,
  call: ModelCall,
  reading: Reading,
): Promise<LlmCompletionResult | undefined> {
  const stop = watchStop(call.params.signal);
  try {
    const read = stop.orStopped(publishStream(stream, call, reading));
    const ended = stop.orStopped(final);
    await Promise.race([read, ended.then(ignore, ignore)]);
    await untilSilent(read, reading);
    return await ended;
  } finally {
    stop.forget();
  }
}

function ignore(): void {}

/** What is waited for while a run may be stopped. */
interface StopWatch {
  /** The same, or undefined as soon as the run is stopped. */
  orStopped<T>(waited: Promise<T>): Promise<T | undefined>;
  /** Leaves no listener behind. */
  forget(): void;
}

function watchStop(signal: AbortSignal | undefined): StopWatch {
  if (signal === undefined) return { orStopped: (waited) => Promise.resolve(waited), forget: ignore };
  let stop = ignore;
  const stopped = new Promise<undefined>((resolve) => (stop = () => resolve(undefined)));
  if (signal.aborted) stop();
  else watchAbort(signal, stop);
  return {
    orStopped: (waited) => Promise.race([waited, stopped]),
    forget: () => unwatchAbort(signal, stop),
  };
}

async function publishStream(stream: Completion["stream"], call: ModelCall, reading: Reading): Promise<void> {
  for await (const delta of stream) {
    if (reading.isOver || call.params.signal?.aborted) return;
    reading.deltas += 1;
    reading.shown ??= new ShownAnswer(call, reading.begunAt);
    reading.shown.publish(delta);
  }
  reading.isRead = true;
}

/** Milliseconds without a delta after which a stream whose completion is there counts as ended. */
const SILENCE_MS = 1_000;
/** Most streams end within so many turns of the promise queue after their completion: they need no timer. */
const TURNS = 8;

/**
 * A stream that never ends holds up no run: it is waited for as long as something keeps coming. Rejects as the stream
 * does.
 */
async function untilSilent(read: Promise<void>, reading: Reading): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    if (reading.isRead) return;
    await undefined;
  }
  const isOver = read.then(() => true);
  for (let before = -1; before !== reading.deltas; ) {
    before = reading.deltas;
    if (await within(isOver, SILENCE_MS)) return;
  }
}
