import { isStopped, unwatchAbort, watchAbort } from "../async/abort.ts";
import type { Due } from "../async/alarm.ts";
import { andThen, type MaybePromise } from "../async/and-then.ts";
import { monotonicMs } from "../async/monotonic.ts";
import { SILENT } from "../journal/activity-sink.ts";
import { lazy } from "../tool/lazy.ts";
import { type AuthorisedCall, type Ended, endedAs, type Outcome } from "./call-states.ts";
import { RunningContext } from "./context.ts";
import { type Running, Stopwatch } from "./perform.ts";
import type { Scope } from "./scope.ts";

const later = lazy(() => import("./rare.ts"));
const backgrounds = lazy(() => import("./background.ts"));
const chunking = lazy(() => import("../journal/output-chunks.ts"));

/** Default deadline of a call in milliseconds. */
const DEFAULT_TIMEOUT_MS = 60_000;

/** What the event of a running call weighs beside the name of its tool, roughly. */
const NAME_BYTES = 80;

/** A call that may run, as it runs. */
export interface RunningCall extends Running {
  readonly call: AuthorisedCall;
}

/** What is to be done in time. */
export interface TimedWork<R> {
  /** Runs the tool. Never throws or rejects. */
  readonly perform: (call: RunningCall) => MaybePromise<Outcome | Ended>;
  /** What that comes to. Never throws or rejects. */
  readonly project: (outcome: Outcome | Ended, call: RunningCall) => MaybePromise<Ended>;
  /** What follows, in the same moment: a call that waits for its turn again costs as much as a small tool. */
  readonly end: (ended: Ended) => MaybePromise<R>;
  /** Milliseconds that the call has waited for its turn. */
  readonly waitedMs: number;
}

/** Phases three and four under a hard deadline and a hard abort. Throws or rejects only when an event cannot be stored. */
export function withinDeadline<R>(call: AuthorisedCall, scope: Scope, timed: TimedWork<R>): MaybePromise<R> {
  const timeoutMs = deadlineOf(call, scope);
  if (typeof timeoutMs !== "number") return timeoutMs.then(timed.end);
  return andThen(publishRunning(call, scope, timed.waitedMs), () =>
    andThen(call.tool.spec.streamsOutput ? chunking() : undefined, (chunks) => {
      const context = new RunningContext(call.tool, scope, chunks?.createChunkEmitter);
      return start({ call, scope, timeoutMs, context, clock: new Stopwatch() }, timed);
    }),
  );
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

/** A call that has begun. */
interface Begun extends RunningCall {
  readonly context: RunningContext;
  readonly timeoutMs: number;
}

/** What the tool has ready at once needs no timer. */
function start<R>(begun: Begun, timed: TimedWork<R>): MaybePromise<R> {
  const { call, scope } = begun;
  const { tool, toolCallId, arguments: args } = call;
  scope.logger.info("Tool call started", { tool: tool.name, toolCallId, arguments: args });
  const outcome = timed.perform(begun);
  const ended = outcome instanceof Promise ? outcome : timed.project(outcome, begun);
  if (ended instanceof Promise || isStopped(scope.signal)) return wait(Promise.resolve(ended), begun, timed);
  return andThen(inTime(ended, begun), timed.end);
}

/** The work has ended before anything stopped it. */
function inTime(ended: Ended, { context, clock }: Begun): MaybePromise<Ended> {
  const durationMs = clock.elapsed;
  context.end();
  return andThen(context.endCalls(), () => {
    void context.dispose();
    const { how, result } = ended;
    // Work in the background is announced, whatever the tool returned.
    const announced = context.goesOn && !result.isError && !result.async ? { ...result, async: true } : result;
    return { stage: "ended", how, result: announced, durationMs, stop: context.stop };
  });
}

/** What a call came to after it had settled. */
function sendLate({ result }: Ended, { call, scope }: Begun): void {
  void andThen(backgrounds(), ({ reportLate }) => reportLate({ tool: call.tool, scope, result }));
}

function stopReason(why: "timeout" | "aborted", timeoutMs: number): DOMException {
  return why === "timeout"
    ? new DOMException(`timed out after ${timeoutMs} ms; it may still be running.`, "TimeoutError")
    : new DOMException("stopped before it had finished.", "AbortError");
}

/** How long a tool that listens to its signal may take to say how far it got. Well inside the 50 ms that a stop may take. */
const GRACE_MS = 20;

/** Waits for work no longer than the deadline or the abort, plus a short grace. Leaves no timer and no listener behind. */
function wait<R>(work: Promise<Outcome | Ended>, begun: Begun, timed: TimedWork<R>): Promise<R> {
  return new Promise((resolve, reject) => {
    const race = new Race(begun, timed, { resolve, reject });
    void work.then((outcome) => race.arrive(outcome));
  });
}

/** Who waits for a race. */
interface Waiting<R> {
  readonly resolve: (result: MaybePromise<R>) => void;
  readonly reject: (error: unknown) => void;
}

/** The work of a call against its deadline and the abort of its run. */
class Race<R> implements Due {
  readonly dueMs: number;
  readonly #begun: Begun;
  readonly #timed: TimedWork<R>;
  readonly #waiting: Waiting<R>;
  readonly #aborted = () => this.#stop("aborted");
  /** Why the grace is running; undefined until then. */
  #reason: DOMException | undefined;
  #grace: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(begun: Begun, timed: TimedWork<R>, waiting: Waiting<R>) {
    this.#begun = begun;
    this.#timed = timed;
    this.#waiting = waiting;
    this.dueMs = monotonicMs() + begun.timeoutMs;
    const { signal, alarm } = begun.scope;
    // First what may throw: a signal may be none, and then no timer is left.
    if (signal !== undefined) watchAbort(signal, this.#aborted);
    alarm.add(this);
    if (signal?.aborted) this.#stop("aborted");
  }

  timeUp(): void {
    this.#stop("timeout");
  }

  arrive(outcome: Outcome | Ended): void {
    const ended = this.#timed.project(outcome, this.#begun);
    if (ended instanceof Promise) void ended.then((ended) => this.#take(ended));
    else this.#take(ended);
  }

  #take(ended: Ended): void {
    const begun = this.#begun;
    const reason = this.#reason;
    if (this.#isOver) {
      void begun.context.dispose();
      sendLate(ended, begun);
    } else if (reason === undefined) this.#finish(() => inTime(ended, begun));
    else this.#finish(() => this.#tooLate(reason, ended));
  }

  #stop(why: "timeout" | "aborted"): void {
    if (this.#reason !== undefined) return;
    const { context, timeoutMs } = this.#begun;
    const reason = stopReason(why, timeoutMs);
    this.#reason = reason;
    this.#unwatch();
    context.abort(reason);
    this.#grace = setTimeout(() => this.#finish(() => this.#tooLate(reason, undefined)), GRACE_MS);
  }

  #tooLate(reason: DOMException, late: Ended | undefined): MaybePromise<Ended> {
    const { context, clock } = this.#begun;
    const durationMs = clock.elapsed;
    context.end();
    const send = (ended: Ended) => sendLate(ended, this.#begun);
    return andThen(later(), ({ tooLate }) => tooLate({ reason, late, durationMs, context, sendLate: send }));
  }

  #finish(settle: () => MaybePromise<Ended>): void {
    this.#isOver = true;
    try {
      this.#unwatch();
      this.#waiting.resolve(andThen(settle(), this.#timed.end));
    } catch (error) {
      this.#waiting.reject(error);
    }
  }

  #unwatch(): void {
    const { signal, alarm } = this.#begun.scope;
    alarm.delete(this);
    clearTimeout(this.#grace);
    if (signal !== undefined) unwatchAbort(signal, this.#aborted);
  }
}
