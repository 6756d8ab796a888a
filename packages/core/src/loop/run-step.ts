import { isWorthKeeping } from "../journal/recorded-run.ts";
import type { Message } from "../model/messages.ts";
import type { LlmCompletionResult, LlmError } from "../model/model-port.ts";
import { outputText } from "../result/output-text.ts";
import { executeStep } from "../run/execute-step.ts";
import type { SettledCall } from "../run/tool-call.ts";
import { callModel } from "./call-model.ts";
import { type ClosedStep, closeCompletion } from "./close-completion.ts";
import { prepareRequest, type StepRequest } from "./prepare-request.ts";
import type { Run } from "./run.ts";
import type { StopReason } from "./stop-reason.ts";

/** Whether a run goes on after a step, with what it has to say to the model first. */
export type StepEnd = { readonly goesOn: true; readonly notes: readonly Message[] } | RunEnd;

/** Why a run ends. */
export interface RunEnd {
  readonly goesOn: false;
  readonly stopReason: StopReason;
  readonly error?: LlmError;
}

/** One model call and the calls it asks for. */
export async function runStep(run: Run, notes: readonly Message[]): Promise<StepEnd> {
  const request = await prepareRequest(run, notes);
  if (run.config.signal?.aborted) return { goesOn: false, stopReason: "aborted" };
  const completion = await complete(run, request);
  if (run.config.signal?.aborted && completion.error !== undefined) return { goesOn: false, stopReason: "aborted" };
  const closed = await record(run, completion);
  const settled = await settleCalls(run, closed, request);
  for (const { message } of settled) run.history.add(message);
  return endStep(run, { completion, settled });
}

function settleCalls(
  run: Run,
  { calls }: ClosedStep,
  { active }: StepRequest,
): readonly SettledCall[] | Promise<readonly SettledCall[]> {
  if (calls.length === 0) return [];
  const step = run.stepEnv(active);
  return executeStep(calls.map(({ call, toolCallId }) => ({ call, env: run.callEnv(step, toolCallId) })));
}

function complete(run: Run, { messages, definitions }: StepRequest): Promise<LlmCompletionResult> {
  const { config, core, runId } = run;
  const { signal, llmOptions, model } = config;
  run.iterations += 1;
  const tools = definitions.length === 0 ? {} : { tools: definitions };
  return callModel({
    model,
    params: { ...llmOptions, ...tools, messages, ...(signal && { signal }) },
    activity: core.activity,
    scrubber: core.scrubber,
    runId,
  });
}

/** Stored before any call runs: history and resumption hang on it. */
async function record(run: Run, completion: LlmCompletionResult): Promise<ClosedStep> {
  const closed = closeCompletion(completion, run.core);
  const { finishReason, usage } = completion;
  run.addUsage(usage);
  if (completion.error !== undefined) return closed;
  const stored = run.emit("assistant_message", {
    message: closed.message,
    finishReason,
    ...(usage === undefined ? {} : { usage }),
    ...(closed.unreadable.length === 0 ? {} : { unreadable: closed.unreadable }),
  });
  if (stored !== undefined) await stored;
  if (isWorthKeeping(closed.message)) run.history.add(closed.message);
  run.content = closed.message.content;
  return closed;
}

/** What follows from a step whose calls have all ended. */
export async function endStep(run: Run, closing: ClosingStep): Promise<StepEnd> {
  const end = decideEnd(run, closing);
  const stored = closing.recorded ? undefined : run.emit("step_end", { step: run.step });
  if (stored !== undefined) await stored;
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
  if (run.config.signal?.aborted) return { goesOn: false, stopReason: "aborted" };
  if (settled.length > 0) return { goesOn: true, notes: [] };
  if (finishReason === "length" && droppedCalls > 0 && !run.toldOfLength)
    return { goesOn: true, notes: [cutOff(run, droppedCalls)] };
  return {
    goesOn: false,
    stopReason: finishReason === "length" || finishReason === "content_filter" ? finishReason : "stop",
  };
}

function cutOff(run: Run, droppedCalls: number): Message {
  run.toldOfLength = true;
  const calls = droppedCalls === 1 ? "a tool call" : `${droppedCalls} tool calls`;
  return {
    role: "user",
    content: `[Your last answer reached the length limit before ${calls} was complete, so nothing of it was run. Make the call again with shorter arguments.]`,
  };
}
