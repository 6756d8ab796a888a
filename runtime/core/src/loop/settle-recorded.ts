import { mayHaveRun, type RecordedCall, type RecordedSubCall } from "../journal/recorded-call.ts";
import type { RecordedRun, RecordedStep } from "../journal/recorded-run.ts";
import { recordedAnswer } from "../journal/recorded-run.ts";
import type { LlmToolCall } from "../model/messages.ts";
import { failure } from "../result/failure.ts";
import { type CallInScope, skipCall } from "../run/call.ts";
import type { Ended, SettledCall } from "../run/call-states.ts";
import { refuse } from "../run/refusals.ts";
import { isReplayed, isStop, refusalOfResumed, resumedScope, tellRetry } from "../run/resumed-call.ts";
import { callScope, narrowed, type Scope } from "../run/scope.ts";
import { StepQuestions } from "../run/step-questions.ts";
import { decodeArguments } from "../schema/decode/decode-arguments.ts";
import { closeStep } from "../tool/step-of.ts";
import type { Run } from "./run.ts";

/**
 * Brings every call of a step that a crash cut off to its end: what ended is reused, what may safely run again does,
 * and of everything else the outcome is unknown. One after the other, in call order; those that ask do so together.
 */
export async function settleRecorded(run: Run, recorded: RecordedRun, step: RecordedStep): Promise<SettledCall[]> {
  const scope = run.stepScope(await toolsOf(run, step));
  const { calls: known, subCalls } = recorded;
  await closeSubCalls(run, subCalls, (subCall) => !goesOn(subCall, { run, recorded, scope }));
  const asked = step.message?.tool_calls ?? [];
  const open = asked.flatMap(({ id }) => (known.get(id)?.end === undefined ? [known.get(id)] : []));
  if (open.some((call) => isStop(call?.decision))) scope.halt.why = "denied";
  const calls = asked.map((call) => openCall({ run, step, scope }, call, recorded));
  const mayRun = calls.filter(({ known, refusal }) => known?.end === undefined && refusal === undefined);
  const questions = new StepQuestions(mayRun);
  const settled: SettledCall[] = [];
  let stop: SettledCall["stop"];
  for (const call of calls) {
    const { asked, known } = call;
    const next = known?.end === undefined ? await settleOpen(call, stop) : reuse(known.end, asked);
    stop ??= next.stop;
    settled.push(next);
  }
  questions.close();
  // Calls that the tools around them have not made again.
  await closeSubCalls(run, subCalls, () => true);
  closeStep(scope.halt);
  return settled;
}

async function toolsOf({ core, cacheTools }: Run, { activeTools, unlistedTools }: RecordedStep) {
  const registered = core.registry.tools();
  const own = cacheTools.isOffered ? await cacheTools.tools() : [];
  const unregistered = own.filter(({ name }) => core.registry.get(name) === undefined);
  const names = new Set([...activeTools, ...unlistedTools]);
  const tools = [...registered, ...unregistered].filter(({ name }) => names.has(name));
  return { active: new Map(tools.map((tool) => [tool.name, tool])), registered };
}

function reuse(end: NonNullable<RecordedCall["end"]>, asked: LlmToolCall): SettledCall {
  const { toolCallId, toolName, result, durationMs, stop } = end;
  const settled = { toolCallId, toolName, result, message: recordedAnswer(end, asked), durationMs };
  return stop === undefined ? settled : { ...settled, stop };
}

/** A call of the step, and what it runs under where it has no end. */
interface OpenCall extends CallInScope {
  readonly run: Run;
  readonly asked: LlmToolCall;
  readonly known: RecordedCall | undefined;
  readonly refusal: Ended | undefined;
}

interface OfStep {
  readonly run: Run;
  readonly step: RecordedStep;
  readonly scope: Scope;
}

function openCall({ run, step, scope }: OfStep, asked: LlmToolCall, { calls, subCalls }: RecordedRun): OpenCall {
  const known = calls.get(asked.id);
  const { name, arguments: text } = asked.function;
  const unreadable = step.unreadable.includes(asked.id);
  const decoded = unreadable ? ({ ok: false, reason: "Invalid tool arguments JSON" } as const) : decodeArguments(text);
  const refusal = unreadable ? undefined : refusalOf({ run, scope, asked, known });
  return {
    run,
    asked,
    known,
    refusal,
    call: { name, decoded },
    scope: resumedScope(narrowed(callScope(scope, asked.id, asked.programId), { replayed: subCalls }), known),
  };
}

async function settleOpen(open: OpenCall, stop: SettledCall["stop"]): Promise<SettledCall> {
  const { asked, known, refusal, call, scope } = open;
  if (stop !== undefined) return skipCall(open, refuse({ code: "skipped", message: "The run was stopped." }));
  if (refusal !== undefined) return skipCall(open, refusal);
  if (mayRunAgain(scope, asked, known)) await tellRetry(asked.function.name, known, scope);
  return scope.execute(call, scope);
}

/**
 * An engine knows more than the journal: that a call has not begun yet, or what it came to. A run that is to stop runs
 * nothing again, so that nothing is known of what had begun.
 */
function refusalOf({ run, scope, asked, known }: Pick<OpenCall, "run" | "scope" | "asked" | "known">) {
  const { durable, signal } = run.config;
  const isStep = durable !== undefined && known?.start?.replays !== true;
  const isKept = isStep || mayRunAgain(scope, asked, known);
  return refusalOfResumed({
    known,
    argumentsText: asked.function.arguments,
    mayRunAgain: isKept && signal?.aborted !== true && scope.halt.why === undefined,
  });
}

function mayRunAgain({ active }: Scope, { function: { name } }: LlmToolCall, known: RecordedCall | undefined): boolean {
  const tool = active?.get(name);
  return tool?.effects.idempotent === true || isReplayed(tool, known);
}

interface GoingOn {
  readonly run: Run;
  readonly recorded: RecordedRun;
  readonly scope: Scope;
}

/** Whether a tool that replays will make the call again. */
function goesOn({ parentId }: RecordedSubCall, { run, recorded, scope }: GoingOn): boolean {
  const inner = recorded.subCalls.get(parentId);
  const parent = inner ?? recorded.calls.get(parentId);
  if (parent?.end !== undefined || run.config.signal?.aborted) return false;
  // Tools inside are the business of the one around them, which may have them from nowhere else.
  if (inner !== undefined) return inner.start.replays === true && goesOn(inner, { run, recorded, scope });
  return isReplayed(scope.active?.get(parent?.start?.toolName ?? ""), parent);
}

/** Other calls inside calls have no life of their own after a crash: the call around them runs again, or is unknown. */
async function closeSubCalls(
  run: Run,
  subCalls: Map<string, RecordedSubCall>,
  isToClose: (subCall: RecordedSubCall) => boolean,
): Promise<void> {
  const closed = [...subCalls].filter(([, subCall]) => subCall.end === undefined && isToClose(subCall));
  for (const [toolCallId, subCall] of closed) {
    subCalls.delete(toolCallId);
    const { parentId, start } = subCall;
    const { toolName } = start;
    const about = { id: toolCallId, parentId };
    const isUnknown = mayHaveRun(subCall);
    const result = isUnknown
      ? failure({ code: "outcome_unknown", message: CUT_OFF })
      : failure(NOT_RUN, { ran: false });
    const { code, message } = result.error ?? { code: "outcome_unknown", message: "" };
    if (isUnknown) await run.emit("error", { toolCallId, toolName, code, error: message }, about);
    await run.emit("tool_call_end", { toolCallId, toolName, success: false, result, durationMs: 0 }, about);
  }
}

const CUT_OFF = "the process stopped while this call ran.";
const NOT_RUN = { code: "skipped", message: "The process stopped before this call ran." } as const;
