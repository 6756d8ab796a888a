import { andThen, type MaybePromise } from "../async/and-then.ts";
import type { EventData } from "../journal/event.ts";
import { isWorthKeeping } from "../journal/is-closed.ts";
import type { Message } from "../model/messages.ts";
import type { CompletionStreamParams, LlmCompletionResult, LlmError, Usage } from "../model/model-port.ts";
import { outputText } from "../result/output-text.ts";
import type { SettledCall } from "../run/call-states.ts";
import { callScope } from "../run/scope.ts";
import { executeStep } from "../run/step.ts";
import { callModel, type ModelAnswer } from "./call-model.ts";
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
  return andThen(prepareRequest(run, notes), (request) => {
    const { signal, observer } = run.config;
    if (signal?.aborted) return { goesOn: false, stopReason: "aborted" };
    const step = { request, params: paramsOf(run, request) };
    return observer === undefined ? takeStep(run, step) : watchedStep(run, step, observer);
  });
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

async function takeStep(run: Run, { request, params }: Step, watch?: StepWatch): Promise<StepEnd> {
  const answer = await complete(run, params, watch);
  const { completion } = answer;
  if (completion.error !== undefined) return failedStep(run, answer);
  const recording = record(run, answer);
  const closed = recording instanceof Promise ? await recording : recording;
  if (completion.warnings !== undefined) await (await later()).tellWarnings(run, completion.warnings);
  const settling = settleCalls(run, closed, request);
  const settled = settling instanceof Promise ? await settling : settling;
  watch?.settled(settled);
  for (const { message, toolCallId, toolName, result } of settled) {
    run.history.add(message);
    if (result.async) run.background.set(toolCallId, toolName);
  }
  return endStep(run, { completion, settled });
}

/** A step whose model call failed or was stopped. */
async function failedStep(run: Run, answer: ModelAnswer): Promise<StepEnd> {
  const ended = await (await later()).breakOff(run, answer);
  return ended ?? endStep(run, { completion: answer.completion, settled: [] });
}

function settleCalls(run: Run, { calls }: ClosedStep, request: StepRequest): MaybePromise<readonly SettledCall[]> {
  if (calls.length === 0) return [];
  const step = run.stepScope(request, calls[0]?.toolCallId);
  return executeStep(
    calls.map(({ call, toolCallId }, index) => ({ call, scope: index === 0 ? step : callScope(step, toolCallId) })),
  );
}

function paramsOf({ config, llmOptions }: Run, request: StepRequest): CompletionStreamParams {
  const { messages, definitions, options } = request;
  const { signal } = config;
  // A list of its own: an adapter may change what it is given.
  const tools = definitions.length === 0 ? {} : { tools: [...definitions] };
  const params = {
    ...options,
    ...llmOptions,
    ...tools,
    ...(signal && { signal }),
  };
  return typeof messages === "function" ? readLater(params, messages) : { ...params, messages };
}

function complete(run: Run, params: CompletionStreamParams, watch: StepWatch | undefined): MaybePromise<ModelAnswer> {
  const { config, core, runId, step } = run;
  const { activity, scrubber } = core;
  run.iterations += 1;
  const call = () => callModel({ model: config.model, params, activity, scrubber, runId, ...(watch && { watch }) });
  const { durable } = config;
  if (durable === undefined) return call();
  return andThen(later(), ({ modelStep }) => modelStep({ durable, step, scrubber, call }));
}

/** Stored before any call runs: history and resumption hang on it. */
function record(run: Run, { completion, shown }: ModelAnswer): MaybePromise<ClosedStep> {
  const closed = closeCompletion(completion, run.core);
  run.addUsage(completion.usage);
  const asShown = shown?.close(closed);
  const event = answerOf(completion, closed);
  const stored =
    asShown === undefined
      ? run.emit("assistant_message", event, { bytes: closed.bytes })
      : run.emit("assistant_message", { ...event, ...asShown });
  return stored === undefined
    ? recorded(run, closed, completion)
    : stored.then(() => recorded(run, closed, completion));
}

function recorded(run: Run, closed: ClosedStep, { usage }: LlmCompletionResult): ClosedStep {
  if (isWorthKeeping(closed.message)) run.history.add(closed.message);
  run.content = closed.message.content;
  noteUsage(run, usage);
  return closed;
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
  return andThen(decideEnd(run, closing), (decided) => {
    const judged = decided.goesOn ? decided : (run.answer?.endOf(decided, run.content) ?? decided);
    return andThen(judged, (end) => {
      const stored = closing.recorded ? undefined : run.emit("step_end", { step: run.step });
      return andThen(stored, () => {
        run.step += 1;
        return end;
      });
    });
  });
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
