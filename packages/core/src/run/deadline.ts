import { isStopped, unwatchAbort, watchAbort } from "../async/abort.ts";
import { andThen, type MaybePromise } from "../async/and-then.ts";
import { SILENT } from "../journal/activity-sink.ts";
import type { ErrorInfo } from "../result/error-info.ts";
import { lazy } from "../tool/lazy.ts";
import type { AuthorisedCall, Ended } from "./call-states.ts";
import { RunningContext } from "./context.ts";
import { type Running, Stopwatch } from "./perform.ts";
import type { Scope } from "./scope.ts";

const later = lazy(() => import("./loaded-later.ts"));
const chunking = lazy(() => import("../journal/output-chunks.ts"));
const backgrounds = lazy(() => import("./background.ts"));

/** Default deadline of a call in milliseconds. */
const DEFAULT_TIMEOUT_MS = 60_000;

/** What the event of a running call weighs beside the name of its tool, roughly. */
const NAME_BYTES = 80;

/** What is to be done in time. */
export interface TimedWork {
  /** Performs and projects the call. Never throws or rejects. */
  readonly work: (running: Running) => MaybePromise<Ended>;
  /** Milliseconds that the call has waited for its turn. */
  readonly waitedMs: number;
}

/** Phases three and four under a hard deadline and a hard abort. Throws or rejects only when their beginning cannot be stored. */
export function withinDeadline(call: AuthorisedCall, scope: Scope, timed: TimedWork): MaybePromise<Ended> {
  const timeoutMs = deadlineOf(call, scope);
  if (typeof timeoutMs !== "number") return timeoutMs;
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
  const result = (await later()).hookFailure("timeoutMs", thrown, scope);
  return { stage: "ended", how: "failed", result, durationMs: 0, stop: undefined };
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
interface Begun extends Running {
  readonly call: AuthorisedCall;
  readonly context: RunningContext;
  readonly timeoutMs: number;
}

/** What the tool has ready at once needs no timer. */
function start(begun: Begun, { work }: TimedWork): MaybePromise<Ended> {
  const { call, scope } = begun;
  const { tool, toolCallId, arguments: args } = call;
  scope.logger.info("Tool call started", { tool: tool.name, toolCallId, arguments: args });
  const ended = work(begun);
  if (ended instanceof Promise || isStopped(scope.signal)) return wait(Promise.resolve(ended), begun);
  return inTime(ended, begun);
}

function wait(ended: Promise<Ended>, begun: Begun): Promise<Ended> {
  const { context, scope, timeoutMs } = begun;
  return settleBy<Ended, Ended>(ended, {
    timeoutMs,
    signal: scope.signal,
    settle: (settled) => (settled.ended === "in_time" ? inTime(settled.value, begun) : tooLate(settled, begun)),
    onEnd: (why) =>
      context.abort(new DOMException(endMessage(why, timeoutMs), why === "timeout" ? "TimeoutError" : "AbortError")),
    onLate: (late) => {
      void context.dispose();
      sendLate(late, begun);
    },
  });
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

/** The deadline or the abort came first: what the tool does from here on counts only where it says, within the grace, how far it got. */
async function tooLate({ ended, late }: StoppedEarly<Ended>, begun: Begun): Promise<Ended> {
  const { context, clock, timeoutMs } = begun;
  const durationMs = clock.elapsed;
  context.end();
  await context.endCalls();
  if (late !== undefined) void context.dispose();
  const { stop } = context;
  const { failure, failureLine } = await later();
  if (late !== undefined && saysHowFar(late, failureLine)) return { ...late, durationMs, stop };
  if (late !== undefined && !late.result.isError) sendLate(late, begun);
  const result = failure({ code: ended, message: endMessage(ended, timeoutMs) });
  return { stage: "ended", how: late === undefined ? "abandoned" : "failed", result, durationMs, stop };
}

/** A failure in the tool's own words, and not just what a call inside it came to when both were stopped. */
function saysHowFar({ result, how }: Ended, lineOf: (error: ErrorInfo) => string): boolean {
  if (!result.isError || how !== "returned") return false;
  const { output, error } = result;
  return error === undefined || output.type !== "text" || output.text !== lineOf(error);
}

/** What a call came to after it had settled. */
function sendLate({ result }: Ended, { call, scope }: Begun): void {
  void andThen(backgrounds(), ({ reportLate }) => reportLate({ tool: call.tool, scope, result }));
}

function endMessage(why: "timeout" | "aborted", timeoutMs: number): string {
  return why === "timeout"
    ? `timed out after ${timeoutMs} ms; it may still be running.`
    : "stopped before it had finished.";
}

/** How long a tool that listens to its signal may take to say how far it got. Well inside the 50 ms that a stop may take. */
const GRACE_MS = 20;

/** Longest delay a timer can hold; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The work came first. */
interface InTime<T> {
  readonly ended: "in_time";
  readonly value: T;
}

/** Time was up first. `late` came within the grace. */
interface StoppedEarly<T> {
  readonly ended: "timeout" | "aborted";
  readonly late: T | undefined;
}

/** What {@link settleBy} waits with. */
export interface SettleByOptions<T, R> {
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** What the wait comes to. Called once; what it throws, `settleBy` rejects with. */
  readonly settle: (settled: InTime<T> | StoppedEarly<T>) => MaybePromise<R>;
  /** Called at once when time is up: the moment to abort the work. */
  readonly onEnd: (why: "timeout" | "aborted") => void;
  /** Called once with a value that came after the call had settled. */
  readonly onLate: (value: T) => void;
}

/**
 * Waits for work that never rejects, but no longer than the deadline or the abort, plus a short grace.
 * Leaves no timer and no listener behind.
 */
export function settleBy<T, R>(work: Promise<T>, options: SettleByOptions<T, R>): Promise<R> {
  return new Promise((resolve, reject) => {
    const race = new Race<T, R>(options, resolve, reject);
    void work.then((value) => race.arrive(value));
  });
}

class Race<T, R> {
  readonly #options: SettleByOptions<T, R>;
  readonly #resolve: (result: MaybePromise<R>) => void;
  readonly #reject: (error: unknown) => void;
  readonly #aborted = () => this.#end("aborted");
  #timer: ReturnType<typeof setTimeout>;
  /** Why the grace is running; undefined until then. */
  #ended: StoppedEarly<T>["ended"] | undefined;
  #isOver = false;

  constructor(
    options: SettleByOptions<T, R>,
    resolve: (result: MaybePromise<R>) => void,
    reject: (error: unknown) => void,
  ) {
    this.#options = options;
    this.#resolve = resolve;
    this.#reject = reject;
    const { timeoutMs, signal } = options;
    // First what may throw: a signal may be none, and then no timer is left.
    if (signal !== undefined) watchAbort(signal, this.#aborted);
    this.#timer = setTimeout(() => this.#end("timeout"), Math.min(timeoutMs, MAX_TIMER_MS));
    if (signal?.aborted) this.#end("aborted");
  }

  arrive(value: T): void {
    if (this.#isOver) this.#options.onLate(value);
    else this.#finish(this.#ended === undefined ? { ended: "in_time", value } : { ended: this.#ended, late: value });
  }

  #end(why: StoppedEarly<T>["ended"]): void {
    if (this.#ended !== undefined) return;
    this.#ended = why;
    this.#clear();
    this.#options.onEnd(why);
    this.#timer = setTimeout(() => this.#finish({ ended: why, late: undefined }), GRACE_MS);
  }

  #finish(settled: InTime<T> | StoppedEarly<T>): void {
    this.#isOver = true;
    try {
      this.#clear();
      this.#resolve(this.#options.settle(settled));
    } catch (error) {
      this.#reject(error);
    }
  }

  #clear(): void {
    clearTimeout(this.#timer);
    if (this.#options.signal !== undefined) unwatchAbort(this.#options.signal, this.#aborted);
  }
}
