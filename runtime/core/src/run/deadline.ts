import { isAborted, unwatchAbort, watchAbort } from "../async/abort.ts";
import type { Due } from "../async/alarm.ts";
import { andThen, type MaybePromise } from "../async/and-then.ts";
import { monotonicMs } from "../async/monotonic.ts";
import { promised, type Taker } from "../async/taker.ts";
import { SILENT } from "../journal/activity-sink.ts";
import { lazy } from "../tool/lazy.ts";
import { type AuthorisedCall, type Ended, endedAs, type Outcome } from "./call-states.ts";
import { chunking, RunningContext } from "./context.ts";
import type { Finishing } from "./finish.ts";
import { later } from "./later.ts";
import { type Running, Stopwatch } from "./perform.ts";
import type { Scope } from "./scope.ts";

const backgrounds = lazy(() => import("./background.ts"));

/** Default deadline of a call in milliseconds. */
const DEFAULT_TIMEOUT_MS = 60_000;

/** What the event of a running call weighs beside the name of its tool, roughly. */
const NAME_BYTES = 80;

/** A call that may run. */
export interface CallStart extends Finishing {
  readonly call: AuthorisedCall;
  /** Milliseconds that it has waited for its turn. */
  readonly waitedMs: number;
}

/** What is done in time with every call. */
export interface Course<R> {
  /** Runs the tool. Undefined where its end is given to the taker. Never throws or rejects. */
  readonly wrapped: (running: Running, taker: Taker<Outcome | Ended>) => MaybePromise<Outcome | Ended> | undefined;
  /** What that comes to. Never throws or rejects. */
  readonly projected: (outcome: Outcome | Ended, running: Running) => MaybePromise<Ended>;
  /** What follows, in the same moment: a call that waits for its turn again costs as much as a small tool. */
  readonly end: (ended: Ended, call: Finishing) => MaybePromise<R>;
}

/**
 * Phases three and four under a hard deadline and a hard abort. Undefined where their end is given to the taker. Throws or rejects
 * only when an event cannot be stored.
 */
export function withinDeadline<R>(start: CallStart, course: Course<R>, taker: Taker<R>): MaybePromise<R> | undefined {
  const { call, scope, waitedMs } = start;
  const timeoutMs = deadlineOf(call, scope);
  const isUsable = typeof timeoutMs === "number";
  const running = new RunningCall(start, course, isUsable ? timeoutMs : 0);
  if (!isUsable) return running.endLater(timeoutMs);
  const told = publishRunning(call, scope, waitedMs);
  return told === undefined && !call.tool.spec.streamsOutput ? running.begin(taker) : beginLater(told, running);
}

function beginLater<R>(told: MaybePromise<void>, running: RunningCall<R>): MaybePromise<R> {
  const { streamsOutput } = running.call.tool.spec;
  const begin = () => promised<R>((taker) => running.begin(taker));
  return andThen(told, () => andThen(streamsOutput ? chunking() : undefined, begin));
}

function deadlineOf({ tool, input }: AuthorisedCall, scope: Scope): number | Promise<Ended> {
  const fallback = isDeadline(scope.options.timeoutMs) ? scope.options.timeoutMs : DEFAULT_TIMEOUT_MS;
  const { timeoutMs = fallback } = tool.spec;
  try {
    const declared = typeof timeoutMs === "number" ? timeoutMs : timeoutMs(input);
    return isDeadline(declared) ? declared : fallback;
  } catch (thrown) {
    return withoutDeadline(thrown, scope);
  }
}

function isDeadline(value: number | undefined): value is number {
  return typeof value === "number" && value > 0;
}

async function withoutDeadline(thrown: unknown, scope: Scope): Promise<Ended> {
  return endedAs("failed", (await later()).hookFailure("timeoutMs", thrown, scope));
}

/** Heard by everybody who listens; stored where the call had to wait, since only there it says something new. */
function publishRunning(
  { tool, waitedMs: asked = 0 }: AuthorisedCall,
  scope: Scope,
  queued: number,
): MaybePromise<void> {
  const { toolCallId, runId, parentId, activity } = scope;
  if (activity === SILENT) return;
  const waitedMs = asked + queued;
  const known = { toolCallId, toolName: tool.name };
  const data = waitedMs > 0 ? { ...known, waitedMs } : known;
  const bytes = NAME_BYTES + tool.name.length;
  const live = waitedMs === 0;
  // What is stored of it the run waits for; what is only told keeps its place among what is told.
  return activity.emit("tool_call_running", data, { id: toolCallId, runId, parentId, live, behind: live, bytes });
}

/**
 * A call that has begun: its work against its deadline and the abort of its run. It is waited for no longer, but for a short grace.
 * One object for all of that, since every further one, and every function that is made, costs each call time.
 */
class RunningCall<R> extends Stopwatch implements Running, Taker<Outcome | Ended>, Due {
  readonly call: AuthorisedCall;
  readonly scope: Scope;
  readonly context: RunningContext;
  readonly #timeoutMs: number;
  readonly #course: Course<R>;
  readonly #start: CallStart;
  /** Undefined for what the tool has ready at once: it needs no timer. */
  #taker: Taker<R> | undefined;
  dueMs = 0;
  #aborted: (() => void) | undefined;
  /** Why the grace is running; undefined until then. */
  #reason: DOMException | undefined;
  #grace: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(start: CallStart, course: Course<R>, timeoutMs: number) {
    super();
    const { call, scope } = start;
    this.call = call;
    this.scope = scope;
    this.context = new RunningContext(call.tool, scope);
    this.#timeoutMs = timeoutMs;
    this.#course = course;
    this.#start = start;
  }

  begin(taker: Taker<R>): MaybePromise<R> | undefined {
    const { scope } = this;
    const { tool, toolCallId, arguments: args } = this.call;
    scope.logger.info("Tool call started", { tool: tool.name, toolCallId, arguments: args });
    const outcome = this.#course.wrapped(this, this);
    const isThere = outcome !== undefined && !(outcome instanceof Promise);
    const ended = isThere ? this.#course.projected(outcome, this) : outcome;
    if (ended !== undefined && !(ended instanceof Promise) && !isAborted(scope.signal)) return this.#endInTime(ended);
    this.#watch(taker);
    if (ended !== undefined) this.take(Promise.resolve(ended));
    return undefined;
  }

  #watch(taker: Taker<R>): void {
    const { signal, alarm } = this.scope;
    this.dueMs = monotonicMs() + this.#timeoutMs;
    // Not written into the field: see `call-model.ts`.
    const aborted = () => this.#cutOff("aborted");
    this.#aborted = aborted;
    // First what may throw: a signal may be none, and then no timer is left.
    if (signal !== undefined) watchAbort(signal, aborted);
    alarm.add(this);
    this.#taker = taker;
    if (signal?.aborted) aborted();
  }

  /** Leaves no timer and no listener behind. */
  #unwatch(): void {
    const { signal, alarm } = this.scope;
    alarm.delete(this);
    if (signal !== undefined && this.#aborted !== undefined) unwatchAbort(signal, this.#aborted);
  }

  timeUp(): void {
    this.#cutOff("timeout");
  }

  /** What the tool came to. */
  take(outcome: MaybePromise<Outcome | Ended>): void {
    if (outcome instanceof Promise) void outcome.then((outcome) => this.take(outcome));
    else {
      const ended = this.#course.projected(outcome, this);
      if (ended instanceof Promise) void ended.then((ended) => this.#arrive(ended));
      else this.#arrive(ended);
    }
  }

  #arrive(ended: Ended): void {
    const reason = this.#reason;
    if (this.#isOver) {
      void this.context.dispose();
      this.#sendLate(ended);
    } else if (reason === undefined) this.#finish(ended);
    else this.#tooLate(reason, ended);
  }

  #finish(ended: Ended): void {
    this.#isOver = true;
    try {
      this.#unwatch();
      this.#taker?.take(this.#endInTime(ended));
    } catch (error) {
      this.#taker?.take(Promise.reject(error));
    }
  }

  /** The work has ended before anything stopped it. */
  #endInTime(ended: Ended): MaybePromise<R> {
    const { context, elapsed } = this;
    context.end();
    const calls = context.endCalls();
    if (calls !== undefined) return this.endLater(announcedAfter(calls, ended, context, elapsed));
    return this.#course.end(announced(ended, context, elapsed), this.#start);
  }

  endLater(ended: Promise<Ended>): Promise<R> {
    return ended.then((ended) => this.#course.end(ended, this.#start));
  }

  #cutOff(why: "timeout" | "aborted"): void {
    if (this.#reason !== undefined) return;
    const reason = stopReason(why, this.#timeoutMs);
    this.#reason = reason;
    this.#unwatch();
    this.context.abort(reason);
    this.#grace = setTimeout(() => this.#tooLate(reason, undefined), GRACE_MS);
  }

  #tooLate(reason: DOMException, late: Ended | undefined): void {
    const { context, elapsed: durationMs } = this;
    this.#isOver = true;
    clearTimeout(this.#grace);
    context.end();
    const early = { reason, late, durationMs, context, sendLate: (ended: Ended) => this.#sendLate(ended) };
    this.#taker?.take(this.endLater(Promise.resolve(later()).then(({ tooLate }) => tooLate(early))));
  }

  /** What a call came to after it had settled. */
  #sendLate({ result }: Ended): void {
    const { call, scope } = this;
    void andThen(backgrounds(), ({ reportLate }) => reportLate({ tool: call.tool, scope, result }));
  }
}

async function announcedAfter(calls: Promise<unknown>, ...rest: Parameters<typeof announced>): Promise<Ended> {
  await calls;
  return announced(...rest);
}

function announced({ how, result }: Ended, context: RunningContext, durationMs: number): Ended {
  void context.dispose();
  // Work in the background is announced, whatever the tool returned.
  const shown = context.goesOn && !result.isError && !result.async ? { ...result, async: true } : result;
  return { stage: "ended", how, result: shown, durationMs, stop: context.stop };
}

function stopReason(why: "timeout" | "aborted", timeoutMs: number): DOMException {
  return why === "timeout"
    ? new DOMException(`timed out after ${timeoutMs} ms; it may still be running.`, "TimeoutError")
    : new DOMException("stopped before it had finished.", "AbortError");
}

/** How long a tool that listens to its signal may take to say how far it got. Well inside the 50 ms that a stop may take. */
const GRACE_MS = 20;
