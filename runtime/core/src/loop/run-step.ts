// A step on one page: one request to the model, its answer, and the calls that it asks for.

import { isWorthKeeping } from "../journal/is-closed.ts";
import type { Message } from "../model/messages.ts";
import type { CompletionStreamParams, LlmCompletionResult, LlmWarning, Usage } from "../model/model-port.ts";
import { outputText } from "../result/output-text.ts";
import type { SettledCall } from "../run/call-states.ts";
import { callScope } from "../run/scope.ts";
import { executeStep } from "../run/step.ts";
import { lazy } from "../tool/lazy.ts";
import { closeStep } from "../tool/step-of.ts";
import { askModel } from "./ask-model.ts";
import type { ModelAnswer } from "./call-model.ts";
import { type ClosedAnswer, closeCompletion } from "./close-completion.ts";
import { prepareRequest } from "./prepare-request.ts";
import { readLater } from "./read-later.ts";
import type { Run } from "./run.ts";
import { ABORTED, GOES_ON, type StepEnd } from "./step-end.ts";
import { cutOff, NOT_DONE, SAID_NOTHING } from "./step-notes.ts";
import type { StepRequest } from "./step-request.ts";
import { storePartialAnswer } from "./store-partial-answer.ts";
import { StepWatch } from "./watch-step.ts";

/**
 * One model call and the calls it asks for. Rejects when an event cannot be stored, and with what `prepareStep` throws.
 */
export async function runStep(run: Run, notes: readonly Message[]): Promise<StepEnd> {
  const request = await prepareRequest(run, notes);
  const { model } = request;
  const { signal, observer } = run.config;
  const { activity } = run.core;
  if (signal?.aborted) return ABORTED;
  const params = paramsOf(run, request);
  const held = await run.budget?.hold(run, { model, params, isApart: request.isApart });
  if (signal?.aborted) return ABORTED;
  if (typeof held === "string") return outOfBudget(run, held);
  const watch = observer && new StepWatch(run, observer, params);
  try {
    run.iterations += 1;
    const isText = !request.isApart && run.history.isText;
    const answer = await askModel(run, { model, params, held, isText, activity, watch });
    const { completion } = answer;
    if (completion.error !== undefined) return await endBrokenStep(run, answer);
    const closed = closeCompletion(completion, run.core);
    await storeAnswer(run, closed, answer);
    keepAnswer(run, closed, completion.usage);
    if (completion.providerCalls) await (await providing()).tellProviderCalls(run, completion.providerCalls);
    if (completion.warnings || run.budget) await tellWarnings(run, completion.warnings);
    const settled = closed.calls.length === 0 ? [] : await runCalls(run, request, closed);
    keepResults(run, settled);
    const end = await endStep(run, { completion, settled });
    watch?.settled(settled);
    return end;
  } finally {
    watch?.settled([]);
  }
}

/** People are told why: the model has no part in it. */
async function outOfBudget(run: Run, message: string): Promise<StepEnd> {
  await run.emit("warning", { code: "budget_spent", message });
  return { goesOn: false, stopReason: "budget" };
}

/** Providers that run calls themselves are few. */
const providing = lazy(() => import("./provider-calls.ts"));

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

/**
 * Given to the journal here; `runInTime` in `run/call.ts` waits until it is stored. History and resumption hang
 * on it.
 */
function storeAnswer(run: Run, closed: ClosedAnswer, { completion, shown }: ModelAnswer): void | Promise<void> {
  const { message, unreadable } = closed;
  const { finishReason, usage, droppedCalls } = completion;
  const asShown = shown?.close(closed);
  const event = {
    message,
    finishReason,
    ...(usage !== undefined && { usage }),
    ...(droppedCalls && { droppedCalls }),
    ...(unreadable.length > 0 && { unreadable }),
    ...asShown,
  };
  // Where nothing but its time was shown beside it, what it weighs is known.
  const bytes = asShown?.reasoning === undefined && asShown?.layout === undefined ? closed.bytes : undefined;
  return run.emit("assistant_message", event, { bytes });
}

function keepAnswer(run: Run, { message }: ClosedAnswer, usage: Usage | undefined): void {
  if (isWorthKeeping(message)) run.history.add(message);
  run.content = message.content;
  run.isOutgrown = false;
  const tokens = (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
  run.counted = tokens > 0 ? { tokens, messages: run.history.length } : undefined;
}

/** What an adapter says may quote its server. */
async function tellWarnings(run: Run, warnings: readonly LlmWarning[] = []): Promise<void> {
  const low = run.budget?.ledger.lowNote();
  const all = low === undefined ? warnings : [...warnings, { code: "budget_low", message: low }];
  for (const { code, message } of all) {
    const said = `${code} ${message}`;
    if (run.warned.has(said)) continue;
    run.warned.add(said);
    await run.emit("warning", { code, message: run.core.scrubber.text(message.toWellFormed()) });
  }
}

async function runCalls(run: Run, request: StepRequest, { calls }: ClosedAnswer): Promise<readonly SettledCall[]> {
  const step = run.stepScope(request);
  const inScope = calls.map(({ call, recorded: { id, programId } }) => {
    return { call, scope: callScope(step, id, programId) };
  });
  const settled = await executeStep(inScope);
  closeStep(step.halt);
  return settled;
}

function keepResults(run: Run, settled: readonly SettledCall[]): void {
  for (const { message, toolCallId, toolName, result } of settled) {
    run.history.add(message);
    if (result.async) run.background.set(toolCallId, toolName);
  }
}

/**
 * Where a model call failed or was stopped: a context that was too long is summarised before the next step, anything
 * else ends the run.
 */
async function endBrokenStep(run: Run, answer: ModelAnswer): Promise<StepEnd> {
  const { completion } = answer;
  await storePartialAnswer(run, answer);
  if (run.config.signal?.aborted) return ABORTED;
  if (run.isOutgrown || !run.compaction?.isTooLong(completion.error)) return endStep(run, { completion, settled: [] });
  run.isOutgrown = true;
  await run.emit("step_end", { step: run.step });
  run.step += 1;
  return GOES_ON;
}

/** A step whose calls have all ended. */
export interface ClosingStep {
  readonly completion: Pick<LlmCompletionResult, "finishReason" | "error" | "droppedCalls">;
  readonly settled: readonly SettledCall[];
  /** The journal has its `step_end` already. */
  readonly recorded?: boolean;
}

/** What follows from a step whose calls have all ended. Its end is stored before a model is asked again. */
export async function endStep(run: Run, { completion, settled, recorded }: ClosingStep): Promise<StepEnd> {
  const { finalAnswer, config } = run;
  let end = decideEnd(run, { completion, settled });
  if (!end.goesOn && finalAnswer !== undefined) end = await finalAnswer.endOf(end, run.content, config.signal);
  if (!recorded) await run.emit("step_end", { step: run.step });
  run.step += 1;
  return end;
}

function decideEnd(run: Run, { completion, settled }: ClosingStep): StepEnd {
  const { finishReason, error, droppedCalls = 0 } = completion;
  if (error !== undefined) return { goesOn: false, stopReason: "error", error };
  const stop = settled.find((call) => call.stop !== undefined)?.stop;
  if (stop !== undefined) return { goesOn: false, stopReason: stop };
  const ending = settled.find(({ result }) => result.endsRun);
  if (ending !== undefined) {
    run.content = outputText(ending.result.output);
    return { goesOn: false, stopReason: "done" };
  }
  if (run.config.signal?.aborted) return ABORTED;
  if (settled.length > 0) return GOES_ON;
  if (finishReason === "length" && droppedCalls > 0 && !run.toldOfLength) {
    run.toldOfLength = true;
    return { goesOn: true, notes: [cutOff(droppedCalls)] };
  }
  if (finishReason === "stop" && run.config.requireDoneTool) return { goesOn: true, notes: [NOT_DONE] };
  if (finishReason === "stop" && isSilentAfterResults(run) && !run.toldOfSilence && run.mayAskAgain) {
    run.toldOfSilence = true;
    return { goesOn: true, notes: [SAID_NOTHING] };
  }
  const isCut = finishReason === "length" || finishReason === "content_filter";
  return { goesOn: false, stopReason: isCut ? finishReason : "stop" };
}

/** Whether the model has had results, and answers with nothing, or with the braces of a call that it did not make. */
function isSilentAfterResults({ content, history, finalAnswer }: Run): boolean {
  if (finalAnswer !== undefined || !/^[\s{}]*$/.test(content)) return false;
  // An empty answer is no message of the history.
  const last = history.snapshot(Math.max(0, history.length - 2));
  return last.findLast(({ role }) => role !== "assistant")?.role === "tool";
}
