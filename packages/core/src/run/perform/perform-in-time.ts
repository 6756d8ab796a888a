import { failure, failureLine } from "../../result/failure.ts";
import type { ToolResult } from "../../result/tool-result.ts";
import { lazy } from "../../tool/lazy.ts";
import type { AuthorisedCall } from "../authorise/authorise.ts";
import type { CallEnv } from "../call-env.ts";
import { project } from "../project/project.ts";
import { type CallScope, createCallScope } from "./call-scope.ts";
import { type Outcome, perform } from "./perform.ts";
import { settleBy } from "./settle-by.ts";
import { Stopwatch } from "./stopwatch.ts";

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
}

/** Default deadline of a call in milliseconds (system.md, "A tool"). */
const DEFAULT_TIMEOUT_MS = 60_000;

/** Phases three and four with their wrappers, under a hard deadline and a hard abort. Never rejects. */
export async function performInTime(call: AuthorisedCall, env: CallEnv): Promise<Performed> {
  const declared = deadlineOf(call, env);
  const timeoutMs = declared instanceof Promise ? await declared : declared;
  if (typeof timeoutMs !== "number") return timeoutMs;
  const chunks = call.tool.spec.streamsOutput ? (await streaming()).createChunkEmitter(env) : undefined;
  const { tool, toolCallId, arguments: args } = call;
  env.core.logger.info("Tool call started", { tool: tool.name, toolCallId, arguments: args });
  const scope = createCallScope(call.tool, env, chunks);
  const stopwatch = new Stopwatch();
  const sendLate = (result: ToolResult) =>
    void Promise.resolve(lateness()).then(({ reportLate }) => reportLate({ call, env, result }));
  const work = performAndProject(call, { scope, stopwatch, env });
  const settled = await settleBy(work, {
    timeoutMs,
    signal: env.signal,
    onEnd: (why) =>
      scope.abort(new DOMException(endMessage(why, timeoutMs), why === "timeout" ? "TimeoutError" : "AbortError")),
    onLate: (late) => {
      release(scope, env);
      sendLate(late.result);
    },
  });
  scope.end();
  const durationMs = stopwatch.elapsed;
  const ending = scope.endCalls();
  if (ending !== undefined) await ending;
  if (settled.ended === "in_time") {
    release(scope, env);
    return { ...settled.value, durationMs, orphaned: false };
  }
  const { ended, late } = settled;
  if (late !== undefined) release(scope, env);
  // A tool that listens may say itself how far it got, within the grace.
  if (late !== undefined && saysHowFar(late)) return { ...late, durationMs, orphaned: false };
  if (late !== undefined && !late.result.isError) sendLate(late.result);
  const result = failure({ code: ended, message: endMessage(ended, timeoutMs) });
  return { result, durationMs, reports: true, orphaned: late === undefined };
}

interface Work {
  readonly scope: CallScope;
  readonly stopwatch: Stopwatch;
  readonly env: CallEnv;
}

interface Projected {
  readonly result: ToolResult;
  readonly reports: boolean;
}

async function performAndProject(call: AuthorisedCall, work: Work): Promise<Projected> {
  const { env } = work;
  if (env.core.around.length === 0) {
    const outcome = await perform(call, work);
    return report(await project(outcome, call.tool, env.core), outcome);
  }
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
  const fallback = env.core.options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const { timeoutMs = fallback } = call.tool.spec;
  try {
    const declared = typeof timeoutMs === "number" ? timeoutMs : timeoutMs(call.input);
    return typeof declared === "number" && declared > 0 ? declared : fallback;
  } catch (thrown) {
    return withoutDeadline(thrown, env);
  }
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
