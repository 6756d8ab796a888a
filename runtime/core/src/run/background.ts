import { untilAborted } from "../async/abort.ts";
import { backgroundNote } from "../journal/background-note.ts";
import { mintId } from "../model/call-ids.ts";
import { contentText } from "../model/content-text.ts";
import type { Usage } from "../model/model-port.ts";
import { type CallUsage, usageSum } from "../model/usage.ts";
import { thrownDetails } from "../result/thrown.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { Delivery, Tool, ToolReturn } from "../tool/tool.ts";
import type { ForModel, Outcome, SettledCall } from "./call-states.ts";
import { messageOf } from "./message-of.ts";
import { project } from "./project.ts";
import type { Scope } from "./scope.ts";

/** What a tool does after its call has returned. */
export type BackgroundWork = (signal: AbortSignal) => ToolReturn<unknown> | Promise<ToolReturn<unknown>>;

/** Work that goes on after its call has returned. */
export interface BackgroundStart {
  readonly tool: Tool;
  readonly scope: Scope;
  readonly work: BackgroundWork;
  readonly deliver: Delivery;
}

/**
 * Starts the work and delivers what comes of it once: a value, a failure, or that the run was stopped.
 * Resolves when the work has ended; never rejects.
 */
export async function startBackground(start: BackgroundStart): Promise<void> {
  const outcome = outcomeOf(start);
  void deliver(start, outcome);
  await outcome;
}

async function outcomeOf({ scope, work, tool }: BackgroundStart): Promise<Outcome> {
  const signal = scope.signal ?? new AbortController().signal;
  const stopped: Outcome = { ok: false, details: { code: "aborted", message: "stopped before it had finished." } };
  if (signal.aborted) return stopped;
  try {
    // Wrapped, because `undefined` is both "nothing returned" and "aborted".
    const working = Promise.resolve(work(signal)).then((value) => ({ value }));
    const settled = await untilAborted(working, signal);
    return settled === undefined ? stopped : { ok: true, value: settled.value };
  } catch (thrown) {
    scope.logger.error("Background work failed", { tool: tool.name, toolCallId: scope.toolCallId, error: thrown });
    return { ok: false, details: thrownDetails(thrown, scope) };
  }
}

/** Says itself what could not be delivered. Never rejects. */
async function deliver(start: BackgroundStart, outcome: Promise<Outcome>): Promise<void> {
  const { scope, tool } = start;
  try {
    const { result } = await project(outcome, tool, scope);
    await publish(start, await messageOf(result, tool, scope));
  } catch (error) {
    // A run that is under way says so itself, once, when its journal has failed.
    const isSaid = scope.memory?.inbox?.isOpen === true && scope.activity.failure !== undefined;
    if (!isSaid) scope.logger.error("A background result could not be delivered", { tool: tool.name, error });
  }
}

/** While the run is open the model hears of it before its next call; afterwards it is a new run's event. */
async function publish({ scope, tool, deliver: to }: BackgroundStart, made: ForModel): Promise<void> {
  const { toolCallId, memory } = scope;
  const inbox = memory?.inbox;
  const runId = inbox?.isOpen ? scope.runId : mintId();
  const silent = to === "model";
  const late = lateCall({ scope, tool, made: silent ? { ...made, result: { ...made.result, silent } } : made });
  const text = contentText(made.content);
  const usage = memory?.run?.isCounted ? takeUsageWithin(memory.run.used, toolCallId) : undefined;
  const result = silent ? { ...made.view, silent } : made.view;
  const data = { toolCallId, toolName: tool.name, result, deliver: to, ...(usage && { usage }) };
  await scope.activity.emit("async_result", data, { runId, parentId: toolCallId });
  const heard = to !== "user" && inbox?.add({ message: backgroundNote(tool.name, toolCallId, text), late });
  if (!heard) tellLate(scope, [late]);
}

/** A result that came when its call had already settled. */
export interface LateResult {
  readonly tool: Tool;
  readonly scope: Scope;
  readonly result: ToolResult;
}

/** Hands a late result to `onAsyncResult`, once. It is no part of any history. Never rejects. */
export async function reportLate({ tool, scope, result }: LateResult): Promise<void> {
  if (scope.options.onAsyncResult === undefined) return;
  try {
    tellLate(scope, [lateCall({ scope, tool, made: await messageOf(result, tool, scope) })]);
  } catch (error) {
    scope.logger.error("A late result could not be delivered", { toolCallId: scope.toolCallId, error });
  }
}

interface Late {
  readonly scope: Scope;
  readonly tool: Tool;
  readonly made: ForModel;
}

/** A late result in the form of a settled call. */
function lateCall({ scope: { toolCallId }, tool, made: { result, content } }: Late): SettledCall {
  const message = { role: "tool", tool_call_id: toolCallId, content } as const;
  return { toolCallId, toolName: tool.name, result, message, durationMs: 0 };
}

/** Hands late results to `onAsyncResult`. One that throws or rejects is logged, and disturbs nobody. */
export function tellLate({ options, logger }: Scope, late: readonly SettledCall[]): void {
  for (const call of late) {
    const report = (error: unknown) =>
      logger.error("A late result could not be delivered", { toolCallId: call.toolCallId, error });
    try {
      const returned: unknown = options.onAsyncResult?.(call);
      if (returned instanceof Promise) returned.catch(report);
    } catch (error) {
      report(error);
    }
  }
}

/** What a call and those inside it have used since their run was counted, once; undefined where there is none. */
function takeUsageWithin(used: CallUsage, toolCallId: string): Usage | undefined {
  let sum: Usage | undefined;
  for (const [id, usage] of used) {
    if (id !== toolCallId && !id.startsWith(`${toolCallId}/`) && !id.startsWith(`${toolCallId}~`)) continue;
    sum = usageSum(sum, usage);
    used.delete(id);
  }
  return sum;
}
