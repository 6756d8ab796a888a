import { andThen, andThenWith, type MaybePromise } from "../async/and-then.ts";
import type { DurableRun } from "../durable/durable-run.ts";
import type { EventData } from "../journal/event.ts";
import { isWorthKeeping } from "../journal/is-closed.ts";
import type { Message } from "../model/messages.ts";
import type { CompletionStreamParams, LlmCompletionResult, LlmError, Usage } from "../model/model-port.ts";
import { outputText } from "../result/output-text.ts";
import type { SettledCall } from "../run/call-states.ts";
import { callScope } from "../run/scope.ts";
import { executeStep } from "../run/step.ts";
import { callModel, type ModelAnswer, type ModelCall } from "./call-model.ts";
import { type ClosedStep, closeCompletion } from "./close-completion.ts";
import { later } from "./later.ts";
import type { ModelObserver } from "./model-observer.ts";
import { prepareRequest, type StepRequest } from "./prepare-request.ts";
import { readLater } from "./read-later.ts";
import type { Run } from "./run.ts";
import type { StopReason } from "./stop-reason.ts";
import type { StepWatch } from "./watch-step.ts";

/** Whether a run goes on after a step, with what it has to say to the model first. */
export type StepEnd = { readonly goesOn: true; readonly notes: readonly Message[] } | RunEnd;

/** Why a run ends. */
export interface RunEnd {
  readonly goesOn: false;
  readonly stopReason: StopReason;
  readonly error?: LlmError;
}

/** One model call and the calls it asks for. */
export function runStep(run: Run, notes: readonly Message[]): MaybePromise<StepEnd> {
  return andThenWith(prepareRequest(run, notes), prepared, run);
}

function prepared(request: StepRequest, run: Run): MaybePromise<StepEnd> {
  const { signal, observer } = run.config;
  if (signal?.aborted) return { goesOn: false, stopReason: "aborted" };
  const step = { request, params: paramsOf(run, request) };
  return observer === undefined ? takeStep(run, step) : watchedStep(run, step, observer);
}

async function watchedStep(run: Run, step: Step, observer: ModelObserver): Promise<StepEnd> {
  const watch = new (await later()).StepWatch(run, observer, step.params);
  try {
    return await takeStep(run, step, watch);
  } finally {
    watch.settled([]);
  }
}

interface Step {
  readonly request: StepRequest;
  readonly params: CompletionStreamParams;
}

function takeStep(run: Run, { request, params }: Step, watch?: StepWatch): MaybePromise<StepEnd> {
  return andThenWith(complete(run, params, watch), completed, { run, request, watch });
}

/** A step that was asked of the model, and who hears how its calls end. */
interface AskedStep {
  readonly run: Run;
  readonly request: StepRequest;
  readonly watch: StepWatch | undefined;
}

function completed(answer: ModelAnswer, { run, request, watch }: AskedStep): MaybePromise<StepEnd> {
  const { completion } = answer;
  if (completion.error !== undefined) return failedStep(run, answer);
  const closed = closeCompletion(completion, run.core);
  return andThenWith(store(run, closed, answer), stored, { run, request, watch, completion, closed });
}

/** A step whose answer is there. */
interface AnsweredStep extends AskedStep {
  readonly completion: LlmCompletionResult;
  readonly closed: ClosedStep;
}

function stored(_: unknown, step: AnsweredStep): MaybePromise<StepEnd> {
  const { run, closed, completion } = step;
  if (isWorthKeeping(closed.message)) run.history.add(closed.message);
  run.content = closed.message.content;
  noteUsage(run, completion.usage);
  const told = completion.warnings && andThenWith(later(), tellWarnings, step);
  return andThenWith(told, call, step);
}

function tellWarnings(module: typeof import("./rare.ts"), { run, completion }: AnsweredStep): Promise<void> {
  return module.tellWarnings(run, completion.warnings ?? []);
}

function call(_: unknown, step: AnsweredStep): MaybePromise<StepEnd> {
  return andThenWith(settleCalls(step), settled, step);
}

function settled(calls: readonly SettledCall[], { run, watch, completion }: AnsweredStep): MaybePromise<StepEnd> {
  for (const { message, toolCallId, toolName, result } of calls) {
    run.history.add(message);
    if (result.async) run.background.set(toolCallId, toolName);
  }
  return andThenWith(endStep(run, { completion, settled: calls }), observed, { run, watch, calls });
}

/** What came of the calls is told when it is stored, to an observer too. */
function observed(end: StepEnd, { run, watch, calls }: ObservedStep): StepEnd {
  if (run.core.activity.failure === undefined) watch?.settled(calls);
  return end;
}

interface ObservedStep extends Pick<AskedStep, "run" | "watch"> {
  readonly calls: readonly SettledCall[];
}

/** A step whose model call failed or was stopped. */
async function failedStep(run: Run, answer: ModelAnswer): Promise<StepEnd> {
  const ended = await (await later()).breakOff(run, answer);
  return ended ?? endStep(run, { completion: answer.completion, settled: [] });
}

function settleCalls({ run, request, closed: { calls } }: AnsweredStep): MaybePromise<readonly SettledCall[]> {
  if (calls.length === 0) return [];
  const step = run.stepScope(request, calls[0]?.toolCallId);
  return executeStep(
    calls.map(({ call, toolCallId }, index) => ({ call, scope: index === 0 ? step : callScope(step, toolCallId) })),
  );
}

type Unfinished<T> = { -readonly [K in keyof T]?: T[K] };

function paramsOf({ config, llmOptions }: Run, request: StepRequest): CompletionStreamParams {
  const { messages, definitions, options } = request;
  const { signal } = config;
  const params: Unfinished<CompletionStreamParams> = { ...options, ...llmOptions };
  // A list of its own: an adapter may change what it is given.
  if (definitions.length > 0) params.tools = [...definitions];
  if (signal !== undefined) params.signal = signal;
  return typeof messages === "function" ? readLater(params, messages) : { ...params, messages };
}

function complete(run: Run, params: CompletionStreamParams, watch: StepWatch | undefined): MaybePromise<ModelAnswer> {
  const { config, core, runId } = run;
  const { activity, scrubber } = core;
  run.iterations += 1;
  const call = { model: config.model, params, activity, scrubber, runId, watch };
  return config.durable === undefined ? callModel(call) : keptAnswer(run, config.durable, call);
}

async function keptAnswer({ step, config }: Run, durable: DurableRun, call: ModelCall): Promise<ModelAnswer> {
  const { modelStep } = await later();
  const { scrubber } = call;
  return modelStep({ durable, step, scrubber, signal: config.signal, call: () => callModel(call) });
}

/** Stored before any call runs: history and resumption hang on it. */
function store(run: Run, closed: ClosedStep, { completion, shown }: ModelAnswer): MaybePromise<void> {
  run.addUsage(completion.usage);
  const asShown = shown?.close(closed);
  const answer = answerOf(completion, closed);
  const event = asShown === undefined ? answer : { ...answer, ...asShown };
  // Where nothing but its time was shown beside it, what it weighs is known.
  const bytes = asShown?.reasoning === undefined && asShown?.layout === undefined ? closed.bytes : undefined;
  return run.emit("assistant_message", event, { bytes });
}

function noteUsage(run: Run, usage: Usage | undefined): void {
  run.isOutgrown = false;
  const tokens = (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
  run.counted = tokens > 0 ? { tokens, messages: run.history.length } : undefined;
}

/** What is stored of every answer. Most have nothing to say beside their message. */
function answerOf(
  completion: LlmCompletionResult,
  { message, unreadable }: ClosedStep,
): EventData["assistant_message"] {
  const { finishReason, usage, droppedCalls } = completion;
  const usual = usage === undefined ? { message, finishReason } : { message, finishReason, usage };
  if (!droppedCalls && unreadable.length === 0) return usual;
  return {
    ...usual,
    ...(droppedCalls ? { droppedCalls } : {}),
    ...(unreadable.length === 0 ? {} : { unreadable }),
  };
}

/** What follows from a step whose calls have all ended. */
export function endStep(run: Run, closing: ClosingStep): MaybePromise<StepEnd> {
  return andThenWith(decideEnd(run, closing), answered, { run, closing });
}

interface Closed {
  readonly run: Run;
  readonly closing: ClosingStep;
}

function answered(decided: StepEnd, closed: Closed): MaybePromise<StepEnd> {
  const { answer, content, config } = closed.run;
  const end = decided.goesOn ? decided : (answer?.endOf(decided, content, config.signal) ?? decided);
  return andThenWith(end, told, closed);
}

function told(end: StepEnd, { run, closing }: Closed): MaybePromise<StepEnd> {
  const stored = closing.recorded ? undefined : run.emit("step_end", { step: run.step });
  return andThenWith(stored, counted, { run, end });
}

function counted(_: unknown, { run, end }: { readonly run: Run; readonly end: StepEnd }): StepEnd {
  run.step += 1;
  return end;
}

/** A step whose calls have all ended. */
export interface ClosingStep {
  readonly completion: Pick<LlmCompletionResult, "finishReason" | "error" | "droppedCalls">;
  readonly settled: readonly SettledCall[];
  /** The journal has its `step_end` already. */
  readonly recorded?: boolean;
}

const GOES_ON: StepEnd = { goesOn: true, notes: [] };

function decideEnd(run: Run, { completion, settled }: ClosingStep): MaybePromise<StepEnd> {
  const { finishReason, error, droppedCalls = 0 } = completion;
  if (error !== undefined) return { goesOn: false, stopReason: "error", error };
  const stop = settled.find((call) => call.stop !== undefined)?.stop;
  if (stop !== undefined) return { goesOn: false, stopReason: stop };
  const ending = settled.find(({ result }) => result.endsRun);
  if (ending !== undefined) {
    run.content = outputText(ending.result.output);
    return { goesOn: false, stopReason: "done" };
  }
  if (run.config.signal?.aborted) return { goesOn: false, stopReason: "aborted" };
  if (settled.length > 0) return GOES_ON;
  const isCut = finishReason === "length" && droppedCalls > 0 && !run.toldOfLength;
  if (isCut) return andThen(later(), ({ cutOff }) => ({ goesOn: true, notes: [cutOff(run, droppedCalls)] }));
  if (finishReason === "stop" && run.config.requireDoneTool)
    return andThen(later(), ({ NOT_DONE }) => ({ goesOn: true, notes: [NOT_DONE] }));
  return {
    goesOn: false,
    stopReason: finishReason === "length" || finishReason === "content_filter" ? finishReason : "stop",
  };
}
