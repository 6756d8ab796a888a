// A call on one page, from top to bottom. Each phase is a file of its name; it takes what the one before it made, or
// ends the call:
//
//   admit     1 read → 2 authorise    one call of a step at a time, in order
//   settle    throughEngine
//             runInTime               its events are stored; the deadline, the middleware, 3 perform → 4 project
//             finish                  message, last events, log: for every call, wherever it ended
//
// An engine that knows what a call came to runs nothing of what is inside it, and keeps `Ended` as JSON.
// `foresee.ts` reads and judges only: no loop guard, no repetition, nobody is asked.

import { Stopwatch } from "../async/stopwatch.ts";
import { SILENT } from "../journal/activity-sink.ts";
import type { Repair } from "../schema/mend/repair.ts";
import { refusalBefore, wasAsked } from "./approval.ts";
import { authorise } from "./authorise.ts";
import type { AuthorisedCall, CallKey, DecodedCall, Ended, SettledCall } from "./call-states.ts";
import { RunningContext } from "./context.ts";
import { Deadline, deadlineOf } from "./deadline.ts";
import { type Finishing, finish, REACH_BYTES } from "./finish.ts";
import { messageOf } from "./message-of.ts";
import { throughMiddleware } from "./middleware.ts";
import { perform, type Running } from "./perform.ts";
import { project } from "./project.ts";
import { CALL_BYTES, findTool, keyOf, publishStart, readCall } from "./read.ts";
import { refuseHalted, refuseStopped, unrecorded } from "./refusals.ts";
import type { RunMemory } from "./run-memory.ts";
import { goesOnBehindCalls, isCheap, type Scope } from "./scope.ts";
import { endTooLate } from "./too-late.ts";

/** A call that is asked for, and what it runs under. */
export interface CallInScope {
  readonly call: DecodedCall;
  readonly scope: Scope;
}

/**
 * One call, from its proposal to the message that answers it. Never rejects: a call that cannot be recorded is not run.
 */
export async function runCall(call: DecodedCall, scope: Scope): Promise<SettledCall> {
  return settle(await admit({ call, scope }), scope);
}

/** Ends a call that its run has left no room for. Never rejects. */
export async function skipCall(asked: CallInScope, ended: Ended): Promise<SettledCall> {
  return settle(await admit(asked, ended), asked.scope);
}

/** A call that the first two phases are done with: it may run, has ended in them, or could not be recorded. */
export interface Judged {
  readonly call: DecodedCall;
  /** Undefined outside a run, where nobody compares. */
  readonly key: CallKey | undefined;
  readonly repairs: readonly Repair[] | undefined;
  readonly progress: AuthorisedCall | Ended | Unrecorded;
}

/** An event of the call could not be stored before it began. */
interface Unrecorded {
  readonly stage: "unrecorded";
  readonly error: unknown;
}

/**
 * Phases one and two: what may run, and in which order people are asked, is decided one call at a time. A call that is
 * skipped, as every call after the stop of its step is, is read all the same: its beginning is recorded. Never rejects.
 */
export async function admit({ call, scope }: CallInScope, skipped = haltedEnd(scope)): Promise<Judged> {
  try {
    const read = await readCall(call, scope);
    const begun = publishStart(call, scope, read);
    if (begun !== undefined) await begun;
    if (skipped !== undefined) return { call, key: undefined, repairs: undefined, progress: skipped };
    const key = keyOf(call, read, scope);
    const repairs = read.stage === "read" ? read.repairs : undefined;
    return { call, key, repairs, progress: await authorise(read, key, scope) };
  } catch (error) {
    return { call, key: undefined, repairs: undefined, progress: { stage: "unrecorded", error } };
  } finally {
    scope.questions?.drop(scope.toolCallId);
  }
}

/** How a call ends whose step was stopped before its turn: by a no to this very call, or with no word of its own. */
function haltedEnd(scope: Scope): Ended | undefined {
  const halted = refuseHalted(scope.halt);
  return halted && (refusalBefore(scope) ?? halted);
}

/** Phases three and four with all that is around them, and the end of the call. Never rejects. */
export async function settle(judged: Judged, scope: Scope, waitedMs = 0): Promise<SettledCall> {
  const { call, progress } = judged;
  try {
    if (progress.stage === "unrecorded") {
      // Another process may have told its start, and run it.
      return unrecorded(call, scope, { error: progress.error, mayHaveRun: scope.resumed?.started === true });
    }
    if (progress.stage === "ended") return await finish(progress, finishing(judged, progress, scope));
    const ended = await throughEngine(progress, scope, waitedMs);
    if (ended.result.isError) scope.memory?.reads.forget(judged.key);
    return await finish(ended, finishing(judged, progress, scope));
  } catch (error) {
    return unrecorded(call, scope, { error, mayHaveRun: true });
  }
}

function finishing({ call, key, repairs: told }: Judged, progress: AuthorisedCall | Ended, scope: Scope): Finishing {
  const { reach } = progress;
  const isRun = progress.stage === "authorised";
  const tool = isRun ? progress.tool : namedTool(call, scope);
  const repairs = isRun ? progress.repairs : told;
  return { name: call.name, scope, key, tool, repairs, isEdited: repairs !== told, reach };
}

/** A tool that this step leaves out still says how its failures look. */
function namedTool({ name }: DecodedCall, scope: Scope) {
  return findTool(name, scope) ?? scope.registry.get(name);
}

type Engine = NonNullable<RunMemory["carry"]>;

/**
 * Through the engine under the run, where there is one. It knows the outer call: calls inside that are part of it. Of a
 * tool that replays it knows the calls, and not the tool.
 */
function throughEngine(call: AuthorisedCall, scope: Scope, waitedMs: number): Promise<Ended> {
  const isStep = (scope.inReplay?.isStep ?? scope.depth === 0) && !goesOnBehindCalls(call.tool, scope);
  const engine = isStep ? scope.memory?.carry : undefined;
  return engine === undefined ? runInTime(call, scope, waitedMs) : carried(engine, call, scope, waitedMs);
}

function carried(engine: Engine, call: AuthorisedCall, scope: Scope, waitedMs: number): Promise<Ended> {
  const { signal, inReplay } = scope;
  return engine({
    authorised: call,
    signal,
    isReplayed: inReplay !== undefined,
    work: () => runInTime(call, scope, waitedMs),
    messageOf: (result) => messageOf(result, call.tool, scope),
  });
}

/**
 * Performs and projects a call that nothing has stopped by its turn, inside its middleware and its deadline. The clock
 * starts when the synchronous part of all this has run: nobody could end what `execute` does before its first `await`.
 * Rejects only when an event cannot be stored, of this call or, in a run, of any call before it.
 */
async function runInTime(call: AuthorisedCall, scope: Scope, waitedMs: number): Promise<Ended> {
  // The start of this call is stored before anything of it happens, together with those of its step.
  const begun = isCheap(call.tool, scope) ? undefined : scope.activity.stored();
  if (begun !== undefined) await begun;
  const stopped = refuseStopped(scope);
  if (stopped !== undefined) return stopped;
  const { memory, activity } = scope;
  // The start of another call may be what could not be stored: nothing of a run begins after its journal has failed.
  if (memory?.run !== undefined && activity.failure !== undefined) throw activity.failure;
  const timeoutMs = deadlineOf(call, scope);
  if (typeof timeoutMs !== "number") return timeoutMs;
  const told = publishRunning(call, scope, waitedMs);
  if (told !== undefined) await told;
  const late = refuseStopped(scope);
  if (late !== undefined) return late;
  const running = begin(call, scope);
  const work = throughMiddleware(running, performAndProject);
  const deadline = new Deadline(timeoutMs, running);
  const first = await deadline.first(work);
  deadline.end();
  if (!("stage" in first)) return await endTooLate(running, first, work);
  running.context.end();
  const openCalls = running.context.endCalls();
  if (openCalls !== undefined) await openCalls;
  return endOf(running, first);
}

function begin(call: AuthorisedCall, scope: Scope): Running {
  const { tool, toolCallId, arguments: args } = call;
  scope.logger.info("Tool call started", { tool: tool.name, toolCallId, arguments: args });
  return { call, context: new RunningContext(tool, scope), scope, stopwatch: new Stopwatch() };
}

function performAndProject(running: Running): Promise<Ended> {
  return project(perform(running), running.call.tool, running.scope);
}

/**
 * Heard by everybody who listens; stored where the call had to wait, since only there it says something new, and where
 * a person was asked: a yes without it has not run.
 */
function publishRunning(call: AuthorisedCall, scope: Scope, queuedMs: number): void | Promise<void> {
  const { toolCallId, runId, parentId, activity } = scope;
  if (activity === SILENT) return;
  const toolName = call.tool.name;
  // A write right after a read that answers at once has not waited for anything that a person could see.
  const waitedMs = Math.floor((call.waitedMs ?? 0) + queuedMs);
  const live = waitedMs === 0 && call.waitedMs === undefined && !wasAsked(scope);
  const { reach } = call;
  const known = reach === undefined ? { toolCallId, toolName } : { toolCallId, toolName, reach };
  const data = live ? known : { ...known, waitedMs };
  const bytes = CALL_BYTES + toolName.length + (reach === undefined ? 0 : REACH_BYTES);
  // What is stored of it the run waits for; what is only told keeps its place among what is told.
  return activity.emit("tool_call_running", data, { id: toolCallId, runId, parentId, live, behind: live, bytes });
}

/** The end of a call that nothing has stopped. */
function endOf({ context, stopwatch }: Running, { how, result }: Ended): Ended {
  void context.dispose();
  // Work in the background is announced, whatever the tool returned.
  const shown = context.goesOn && !result.isError && !result.async ? { ...result, async: true } : result;
  return { stage: "ended", how, result: shown, durationMs: stopwatch.elapsed, stop: context.stop };
}
