import type { ApprovalDecision } from "../journal/event.ts";
import type { RecordedCall, RecordedSubCall } from "../journal/recorded-call.ts";
import type { RecordedRun, RecordedStep } from "../journal/recorded-run.ts";
import { recordedAnswer } from "../journal/recorded-run.ts";
import type { LlmToolCall } from "../model/messages.ts";
import { failure } from "../result/failure.ts";
import { type CallInScope, skipCall } from "../run/call.ts";
import type { Ended, SettledCall } from "../run/call-states.ts";
import { refuse } from "../run/refusals.ts";
import { isReplayed, refusalOfResumed, resumedScope, tellRetry } from "../run/resumed-call.ts";
import { narrowed, type Scope } from "../run/scope.ts";
import { StepQuestions } from "../run/step-questions.ts";
import { decodeArguments } from "../schema/decode/decode-arguments.ts";
import { endingStep } from "../tool/step-of.ts";
import type { Run } from "./run.ts";

/**
 * Brings every call of a step that a crash cut off to its end: what ended is reused, what may safely run again does,
 * and of everything else the outcome is unknown. One after the other, in call order; those that ask do so together.
 */
export async function settleRecorded(run: Run, recorded: RecordedRun, step: RecordedStep): Promise<SettledCall[]> {
  const scope = run.stepScope(toolsOf(run, step));
  await closeSubCalls(run, recorded, scope);
  const calls = (step.message?.tool_calls ?? []).map((call) => openCall({ run, step, scope }, call, recorded));
  const mayRun = calls.filter(({ known, refusal }) => known?.end === undefined && refusal === undefined);
  const questions = new StepQuestions(mayRun);
  if (mayRun.some(({ known }) => isStop(known?.decision))) scope.halt.why = "denied";
  const settled: SettledCall[] = [];
  let stop: SettledCall["stop"];
  for (const call of calls) {
    const next = call.known?.end === undefined ? await settleOpen(call, stop) : reuse(call.known.end);
    stop ??= next.stop;
    settled.push(next);
  }
  questions.close();
  return endingStep(scope.halt, Promise.resolve(settled));
}

/** A no without a reason: it may have been said to a call behind one that still waited for its answer. */
function isStop(decision: ApprovalDecision | undefined): boolean {
  return decision?.approve === false && (decision.reason ?? "").trim() === "";
}

function toolsOf({ core, cacheTools }: Run, { activeTools, unlistedTools }: RecordedStep) {
  const registered = core.registry.tools();
  const own = cacheTools.isOffered ? cacheTools.tools : [];
  const unregistered = own.filter(({ name }) => core.registry.get(name) === undefined);
  const names = new Set([...activeTools, ...unlistedTools]);
  const tools = [...registered, ...unregistered].filter(({ name }) => names.has(name));
  return { active: new Map(tools.map((tool) => [tool.name, tool])), registered };
}

function reuse(end: NonNullable<RecordedCall["end"]>): SettledCall {
  const { toolCallId, toolName, result, durationMs, stop } = end;
  const settled = { toolCallId, toolName, result, message: recordedAnswer(end), durationMs };
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
    scope: resumedScope(narrowed(scope, { toolCallId: asked.id, replayed: subCalls }), known),
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
  const isKept = durable !== undefined || mayRunAgain(scope, asked, known);
  return refusalOfResumed({
    known,
    argumentsText: asked.function.arguments,
    mayRunAgain: isKept && signal?.aborted !== true,
  });
}

function mayRunAgain({ active }: Scope, { function: { name } }: LlmToolCall, known: RecordedCall | undefined): boolean {
  const tool = active?.get(name);
  return tool?.effects.idempotent === true || isReplayed(tool, known);
}

/**
 * Calls inside calls have no life of their own after a crash: their parent is run again, or nothing is known. Those of
 * a tool that replays go on.
 */
async function closeSubCalls(run: Run, { calls, subCalls }: RecordedRun, scope: Scope): Promise<void> {
  const goesOn = ({ parentId }: RecordedSubCall): boolean => {
    const inner = subCalls.get(parentId);
    const parent = inner ?? calls.get(parentId);
    if (parent?.end !== undefined || run.config.signal?.aborted) return false;
    const tool = scope.active?.get(parent?.start?.toolName ?? "");
    return isReplayed(tool, parent) && (inner === undefined || goesOn(inner));
  };
  for (const [toolCallId, subCall] of subCalls) {
    if (subCall.end !== undefined || goesOn(subCall)) continue;
    const { parentId } = subCall;
    const { toolName } = subCall.start;
    const result = failure({ code: "outcome_unknown", message: "the process stopped while this call ran." });
    const { code, message } = result.error ?? { code: "outcome_unknown", message: "" };
    const about = { id: toolCallId, parentId };
    await run.emit("error", { toolCallId, toolName, code, error: message }, about);
    await run.emit("tool_call_end", { toolCallId, toolName, success: false, result, durationMs: 0 }, about);
  }
}
