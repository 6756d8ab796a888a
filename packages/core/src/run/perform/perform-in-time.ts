import { failure, failureLine } from "../../result/failure.ts";
import type { ToolResult } from "../../result/tool-result.ts";
import { lazy } from "../../tool/lazy.ts";
import { andThen, type MaybePromise } from "../and-then.ts";
import type { AuthorisedCall } from "../authorise/authorise.ts";
import type { CallEnv } from "../call-env.ts";
import { project } from "../project/project.ts";
import type { SettledCall } from "../tool-call.ts";
import { type CallScope, createCallScope } from "./call-scope.ts";
import type { ChunkEmitter } from "./chunk-emitter.ts";
import { type Outcome, perform } from "./perform.ts";
import { type StoppedEarly, settleBy } from "./settle-by.ts";
import { Stopwatch } from "./stopwatch.ts";
import { isStopped } from "./until-aborted.ts";

const streaming = lazy(() => import("./chunk-emitter.ts"));
const hooks = lazy(() => import("./hook-failed.ts"));
const middleware = lazy(() => import("./run-wrapped.ts"));
const lateness = lazy(() => import("./report-late.ts"));

/** What a call came to within its deadline. */
export interface Performed {
  readonly result: ToolResult;
  readonly durationMs: number;
  /** The failure was not returned by the tool itself. */
  readonly reports: boolean;
  /** The tool had not returned when the call settled. */
  readonly orphaned: boolean;
  /** Why nothing else of this run may follow. */
  readonly stop?: SettledCall["stop"];
}

/** Default deadline of a call in milliseconds (system.md, "A tool"). */
const DEFAULT_TIMEOUT_MS = 60_000;

/** Phases three and four with their wrappers, under a hard deadline and a hard abort. Never throws or rejects. */
export function performInTime(call: AuthorisedCall, env: CallEnv): MaybePromise<Performed> {
  const timeoutMs = deadlineOf(call, env);
  if (typeof timeoutMs !== "number") return timeoutMs;
  const start = (chunks?: ChunkEmitter) => {
    const scope = createCallScope(call.tool, env, chunks);
    return startWork({ call, env, timeoutMs, scope, stopwatch: new Stopwatch() });
  };
  if (!call.tool.spec.streamsOutput) return start();
  return andThen(streaming(), ({ createChunkEmitter }) => start(createChunkEmitter(env)));
}

interface Work {
  readonly call: AuthorisedCall;
  readonly env: CallEnv;
  readonly timeoutMs: number;
  readonly scope: CallScope;
  readonly stopwatch: Stopwatch;
}

/** What the tool has ready at once needs no timer. */
function startWork(work: Work): MaybePromise<Performed> {
  const { call, env } = work;
  const { tool, toolCallId, arguments: args } = call;
  env.core.logger.info("Tool call started", { tool: tool.name, toolCallId, arguments: args });
  const projected = performAndProject(work);
  if (projected instanceof Promise || isStopped(env.signal)) return waitFor(Promise.resolve(projected), work);
  return inTime(projected, work);
}

/** The work has ended before anything stopped it. */
function inTime(projected: Projected, work: Work): MaybePromise<Performed> {
  const { scope, env } = work;
  const durationMs = work.stopwatch.elapsed;
  scope.end();
  return andThen(scope.endCalls(), () => {
    release(scope, env);
    const { result, reports } = projected;
    return { result, reports, durationMs, orphaned: false, stop: scope.stop };
  });
}

function waitFor(projected: Promise<Projected>, work: Work): Promise<Performed> {
  const { scope, env, timeoutMs } = work;
  return settleBy<Projected, Performed>(projected, {
    timeoutMs,
    signal: env.signal,
    settle: (settled) => (settled.ended === "in_time" ? inTime(settled.value, work) : stoppedEarly(settled, work)),
    onEnd: (why) =>
      scope.abort(new DOMException(endMessage(why, timeoutMs), why === "timeout" ? "TimeoutError" : "AbortError")),
    onLate: (late) => {
      release(scope, env);
      sendLate(late, work);
    },
  });
}

/** The deadline or the abort came first; what the tool said within the grace is `late`. */
async function stoppedEarly({ ended, late }: StoppedEarly<Projected>, work: Work): Promise<Performed> {
  const { scope, env, timeoutMs, stopwatch } = work;
  scope.end();
  const durationMs = stopwatch.elapsed;
  await scope.endCalls();
  if (late !== undefined) release(scope, env);
  // A tool that listens may say itself how far it got, within the grace.
  if (late !== undefined && saysHowFar(late)) return { ...late, durationMs, orphaned: false };
  if (late !== undefined && !late.result.isError) sendLate(late, work);
  const result = failure({ code: ended, message: endMessage(ended, timeoutMs) });
  return { result, durationMs, reports: true, orphaned: late === undefined };
}

function sendLate({ result }: Projected, { call, env }: Work): void {
  void Promise.resolve(lateness()).then(({ reportLate }) => reportLate({ call, env, result }));
}

interface Projected {
  readonly result: ToolResult;
  readonly reports: boolean;
}

function performAndProject(work: Work): MaybePromise<Projected> {
  const { call, env } = work;
  if (env.core.around.length > 0) return performWrapped(work);
  return andThen(perform(call, work), (outcome) =>
    andThen(project(outcome, call.tool, env.core), (result) => report(result, outcome)),
  );
}

async function performWrapped(work: Work): Promise<Projected> {
  const { call, env } = work;
  let outcome: Outcome | undefined;
  const run = async (): Promise<ToolResult> => {
    outcome = await perform(call, work);
    return project(outcome, call.tool, env.core);
  };
  const { result, failed } = await (await middleware()).runWrapped({ call, run, env });
  return failed ? { result, reports: true } : report(result, outcome);
}

/** A failure that the tool returned needs no `error` event: it is the tool's own answer. */
function report(result: ToolResult, outcome: Outcome | undefined): Projected {
  const returned = outcome?.ok === true && result.isError && !RUNNER_CODES.has(result.error?.code ?? "");
  return { result: result.isError ? withError(result) : result, reports: !returned };
}

const RUNNER_CODES: ReadonlySet<string> = new Set(["invalid_output", "redaction_failed", "not_serialisable"]);

/** A failure without details gets the general ones. */
function withError(result: ToolResult): ToolResult {
  if (result.error !== undefined) return result;
  const message = result.output.type === "text" ? result.output.text : "The tool reported a failure.";
  return { ...result, error: { code: "execution_failed", type: "system_error", message } };
}

function deadlineOf(call: AuthorisedCall, env: CallEnv): number | Promise<Performed> {
  const fallback = isDeadline(env.core.options.timeoutMs) ? env.core.options.timeoutMs : DEFAULT_TIMEOUT_MS;
  const { timeoutMs = fallback } = call.tool.spec;
  try {
    const declared = typeof timeoutMs === "number" ? timeoutMs : timeoutMs(call.input);
    return isDeadline(declared) ? declared : fallback;
  } catch (thrown) {
    return withoutDeadline(thrown, env);
  }
}

function isDeadline(value: number | undefined): value is number {
  return typeof value === "number" && value > 0;
}

async function withoutDeadline(thrown: unknown, env: CallEnv): Promise<Performed> {
  const { hookFailed } = await hooks();
  return { result: failure(hookFailed("timeoutMs", thrown, env)), durationMs: 0, reports: true, orphaned: false };
}

/** A failure in the tool's own words, and not just what a call inside it came to when both were stopped. */
function saysHowFar({ result, reports }: Projected): boolean {
  if (!result.isError || reports) return false;
  const { output, error } = result;
  return error === undefined || output.type !== "text" || output.text !== failureLine(error);
}

function endMessage(why: "timeout" | "aborted", timeoutMs: number): string {
  return why === "timeout"
    ? `timed out after ${timeoutMs} ms; it may still be running.`
    : "stopped before it had finished.";
}

function release(scope: CallScope, { core }: CallEnv): void {
  scope.dispose()?.catch((error) => core.logger.error("Dependencies could not be disposed of", { error }));
}
