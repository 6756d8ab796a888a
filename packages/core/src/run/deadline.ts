import { isStopped } from "../async/abort.ts";
import { andThen, type MaybePromise } from "../async/and-then.ts";
import { type StoppedEarly, settleBy } from "../async/race.ts";
import { SILENT } from "../journal/activity-sink.ts";
import { lazy } from "../tool/lazy.ts";
import { RunningContext } from "./context.ts";
import { type Running, Stopwatch } from "./perform.ts";
import type { Scope } from "./scope.ts";
import type { AuthorisedCall, Ended } from "./stages.ts";
import type { BegunCall } from "./stopped-early.ts";

const rare = lazy(() => import("./rare-endings.ts"));
const chunking = lazy(() => import("./chunks.ts"));
const ending = lazy(() => import("./stopped-early.ts"));

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

/**
 * Phases three and four under a hard deadline and a hard abort. Throws or rejects only when their beginning cannot be stored.
 * The timer is in `async/race.ts`.
 */
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
  return activity.emit("tool_call_running", data, { id: toolCallId, runId, parentId, live: waitedMs === 0, bytes });
}

interface Begun extends BegunCall {
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
      void andThen(ending(), ({ sendLate }) => sendLate(late, begun));
    },
  });
}

/** The deadline or the abort came first: nothing that the tool does from here on is taken. */
function tooLate(settled: StoppedEarly<Ended>, begun: Begun): MaybePromise<Ended> {
  begun.context.end();
  const known = { durationMs: begun.clock.elapsed, message: endMessage(settled.ended, begun.timeoutMs) };
  return andThen(ending(), ({ stoppedEarly }) => stoppedEarly(settled, begun, known));
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
  const result = (await rare()).hookFailure("timeoutMs", thrown, scope);
  return { stage: "ended", how: "failed", result, durationMs: 0, stop: undefined };
}

function endMessage(why: "timeout" | "aborted", timeoutMs: number): string {
  return why === "timeout"
    ? `timed out after ${timeoutMs} ms; it may still be running.`
    : "stopped before it had finished.";
}
