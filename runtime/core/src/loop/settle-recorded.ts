import { outcomeUnknown } from "../durable/outcome-unknown.ts";
import { mayHaveRun, type RecordedCall } from "../journal/recorded-call.ts";
import type { RecordedRun, RecordedStep } from "../journal/recorded-run.ts";
import { recordedAnswer } from "../journal/recorded-run.ts";
import type { LlmToolCall } from "../model/messages.ts";
import { failure } from "../result/failure.ts";
import { skipCall } from "../run/call.ts";
import type { DecodedCall, Ended, SettledCall } from "../run/call-states.ts";
import { refuse } from "../run/refusals.ts";
import { narrowed, type Scope } from "../run/scope.ts";
import { decodeArguments } from "../schema/decode/decode-arguments.ts";
import type { Run } from "./run.ts";

/** A mask in recorded arguments: the real value was never stored. */
const MASK = /\[secret:[\w.-]{1,64}\]/;

/**
 * Brings every call of a step that a crash cut off to its end: what ended is reused, what may safely run again does,
 * and of everything else the outcome is unknown. One after the other, in call order.
 */
export async function settleRecorded(run: Run, recorded: RecordedRun, step: RecordedStep): Promise<SettledCall[]> {
  await closeSubCalls(run, recorded);
  const scope = run.stepScope(toolsOf(run, step));
  const settled: SettledCall[] = [];
  let stop: SettledCall["stop"];
  for (const call of step.message?.tool_calls ?? []) {
    const known = recorded.calls.get(call.id);
    const next =
      known?.end === undefined ? await settleOpen({ run, step, scope, call, known, stop }) : reuse(known.end);
    stop ??= next.stop;
    settled.push(next);
  }
  return settled;
}

function toolsOf({ core, cacheTools }: Run, { activeTools }: RecordedStep) {
  const registered = core.registry.tools();
  const own = cacheTools.isOffered ? cacheTools.tools : [];
  const unregistered = own.filter(({ name }) => core.registry.get(name) === undefined);
  const tools = [...registered, ...unregistered].filter((tool) => activeTools.includes(tool.name));
  return { active: new Map(tools.map((tool) => [tool.name, tool])), registered };
}

function reuse(end: NonNullable<RecordedCall["end"]>): SettledCall {
  const { toolCallId, toolName, result, durationMs, stop } = end;
  const settled = { toolCallId, toolName, result, message: recordedAnswer(end), durationMs };
  return stop === undefined ? settled : { ...settled, stop };
}

interface OpenCall {
  readonly run: Run;
  readonly step: RecordedStep;
  readonly scope: Scope;
  readonly call: LlmToolCall;
  readonly known: RecordedCall | undefined;
  readonly stop: SettledCall["stop"];
}

async function settleOpen(open: OpenCall): Promise<SettledCall> {
  const { run, step, call, known, stop } = open;
  const scope = scopeOf(open);
  const text = call.function.arguments;
  const unreadable = step.unreadable.includes(call.id);
  const decoded = unreadable ? ({ ok: false, reason: "Invalid tool arguments JSON" } as const) : decodeArguments(text);
  const decodedCall: DecodedCall = { name: call.function.name, decoded };
  if (stop !== undefined)
    return skipCall({ call: decodedCall, scope }, refuse({ code: "skipped", message: "The run was stopped." }));
  const refusal = unreadable ? undefined : refusalOf(open);
  if (refusal !== undefined) return skipCall({ call: decodedCall, scope }, refusal);
  if (mayHaveRun(known) && isRepeatable(scope, call)) {
    const message = `${call.function.name} is run again (attempt ${scope.attempt}).`;
    await run.emit("warning", { code: "call_retried", message }, { parentId: call.id });
  }
  return scope.execute(decodedCall, scope);
}

function scopeOf({ scope, call, known }: OpenCall): Scope {
  const started = known?.start !== undefined;
  return narrowed(scope, {
    toolCallId: call.id,
    attempt: known !== undefined && mayHaveRun(known) ? known.retries + 2 : 1,
    resumed: {
      started,
      ...(known?.approvalId === undefined ? {} : { approvalId: known.approvalId }),
      ...(known?.expiresAt === undefined ? {} : { expiresAt: known.expiresAt }),
      ...(known?.decision === undefined ? {} : { decision: known.decision }),
    },
  });
}

/**
 * An engine knows more than the journal: that a call has not begun yet, or what it came to. A run that is to stop runs
 * nothing again, so that nothing is known of what had begun.
 */
function refusalOf({ run, scope, call, known }: OpenCall): Ended | undefined {
  const { durable, signal } = run.config;
  const isLost = signal?.aborted || (durable === undefined && !isRepeatable(scope, call));
  if (isLost && mayHaveRun(known)) return outcomeUnknown();
  const { decision } = known ?? {};
  const edited = decision?.approve === true && decision.arguments;
  if (!MASK.test(edited ? JSON.stringify(edited) : call.function.arguments)) return undefined;
  const message = "The arguments held a secret that was not stored, so the call cannot be resumed.";
  return refuse({ code: "approval_denied", message, suggestion: "Ask again." });
}

function isRepeatable({ active }: Scope, call: LlmToolCall): boolean {
  return active?.get(call.function.name)?.effects.idempotent === true;
}

/** Calls inside calls have no life of their own after a crash: their parent is run again, or nothing is known. */
async function closeSubCalls(run: Run, { openSubCalls }: RecordedRun): Promise<void> {
  for (const [toolCallId, { parentId, toolName }] of openSubCalls) {
    const result = failure({ code: "outcome_unknown", message: "the process stopped while this call ran." });
    const { code, message } = result.error ?? { code: "outcome_unknown", message: "" };
    const about = { id: toolCallId, parentId };
    await run.emit("error", { toolCallId, toolName, code, error: message }, about);
    await run.emit("tool_call_end", { toolCallId, toolName, success: false, result, durationMs: 0 }, about);
  }
}
