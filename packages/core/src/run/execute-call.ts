import type { EventAbout } from "../journal/activity-stream.ts";
import { canonicalJson } from "../json/canonical-json.ts";
import { isRefused } from "../result/error-info.ts";
import type { Part } from "../result/part.ts";
import { toolMessage } from "../result/tool-message.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { lazy } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import { andThen, type MaybePromise } from "./and-then.ts";
import { type AuthorisedCall, authorise } from "./authorise/authorise.ts";
import type { LoopGuard } from "./authorise/loop-guard.ts";
import type { CallEnv, DecodedCall } from "./call-env.ts";
import { performInTime } from "./perform/perform-in-time.ts";
import { type Presented, present } from "./project/present.ts";
import { scrubResult } from "./project/scrub-result.ts";
import { readCall } from "./read/read-call.ts";
import { Settlement } from "./settlement.ts";
import type { SettledCall } from "./tool-call.ts";

const failing = lazy(() => import("./project/with-error-output.ts"));
const repetition = lazy(() => import("./authorise/repetition.ts"));

/** How many identical outcomes in a row are noted (system.md, "The loop"). */
const NOTED = 3;

/** A call that has passed the first two phases, or has ended in them. */
export type Admitted = { readonly call: DecodedCall; readonly env: CallEnv; readonly key: string } & (
  | { readonly authorised: AuthorisedCall }
  | { readonly ended: Settlement }
);

/** The first two phases: what may run, and in which order people are asked, is decided one call at a time. */
export function admit(call: DecodedCall, env: CallEnv): MaybePromise<Admitted> {
  return andThen(readCall(call, env), (read) => {
    const key = read instanceof Settlement ? keyOf(call, env) : read.key;
    if (guardOf(env)?.forbids(key)) return forbidden(call, env, key);
    if (read instanceof Settlement) return { call, env, key, ended: read };
    return andThen(authorise(read, env), (authorised) =>
      authorised instanceof Settlement ? { call, env, key, ended: authorised } : { call, env, key, authorised },
    );
  });
}

async function forbidden(call: DecodedCall, env: CallEnv, key: string): Promise<Admitted> {
  return { call, env, key, ended: (await repetition()).repeatedTooOften() };
}

/** The last two phases, and the end of the call. Throws or rejects only when an event cannot be stored. */
export function settle(admitted: Admitted): MaybePromise<SettledCall> {
  if ("ended" in admitted) return concludeEarly(admitted, admitted.ended);
  const { authorised, env } = admitted;
  return andThen(performInTime(authorised, env), (performed) => {
    const { result } = performed;
    if (result.isError) env.memory?.reads.forget(env.toolCallId);
    const { tool } = authorised;
    if (!result.isError || tool.spec.errorOutput === undefined) return conclude({ admitted, tool, ...performed });
    return andThen(failing(), ({ withErrorOutput }) =>
      conclude({ admitted, tool, ...performed, result: withErrorOutput(result, tool, env.core) }),
    );
  });
}

function concludeEarly(admitted: Admitted, { result, stop }: Settlement): MaybePromise<SettledCall> {
  const scrubbed = scrubResult(result, admitted.env.core.scrubber);
  return conclude({ admitted, result: scrubbed, durationMs: 0, stop, reports: true });
}

interface Conclusion {
  readonly admitted: Admitted;
  readonly result: ToolResult;
  readonly durationMs: number;
  readonly tool?: Tool;
  /** The failure is the runner's account, not the tool's own: an `error` event precedes the end. */
  readonly reports: boolean;
  readonly orphaned?: boolean;
  readonly stop?: "denied" | "loop_guard" | undefined;
}

function conclude(conclusion: Conclusion): MaybePromise<SettledCall> {
  const { admitted, result, tool } = conclusion;
  return andThen(present(result, tool, admitted.env), (presented) => {
    if (!isThirdInARow(presented.content, conclusion)) return end(conclusion, presented);
    return andThen(repetition(), ({ withRepetitionNote }) =>
      end(conclusion, { ...presented, content: withRepetitionNote(presented.content), plain: false }),
    );
  });
}

function end(conclusion: Conclusion, presented: Presented): MaybePromise<SettledCall> {
  const toolName = conclusion.admitted.env.core.scrubber.text(conclusion.admitted.call.name);
  return andThen(reportError(conclusion, presented, toolName), () =>
    andThen(publishEnd(conclusion, presented, toolName), () => settled(conclusion, presented, toolName)),
  );
}

function reportError({ admitted, reports }: Conclusion, { result }: Presented, toolName: string): MaybePromise<void> {
  if (!reports || result.error === undefined || isRefused(result.error.code)) return;
  const { env } = admitted;
  const { code, message } = result.error;
  return env.core.activity.emit("error", { toolCallId: env.toolCallId, toolName, code, error: message }, aboutOf(env));
}

function publishEnd(conclusion: Conclusion, presented: Presented, toolName: string): MaybePromise<void> {
  const { admitted, durationMs, orphaned, stop } = conclusion;
  const { env } = admitted;
  const { result, content, plain } = presented;
  return env.core.activity.emit(
    "tool_call_end",
    {
      toolCallId: env.toolCallId,
      toolName,
      success: !result.isError,
      result,
      ...(plain ? {} : { content }),
      durationMs,
      ...(orphaned ? { orphaned: true as const } : {}),
      ...(stop === undefined ? {} : { stop }),
    },
    aboutOf(env),
  );
}

function aboutOf({ toolCallId, runId, parentId }: CallEnv): EventAbout {
  return { id: toolCallId, runId, parentId };
}

function settled(conclusion: Conclusion, { result, content }: Presented, toolName: string): SettledCall {
  const { admitted, durationMs, stop } = conclusion;
  const { toolCallId } = admitted.env;
  log(conclusion, result, toolName);
  const message = toolMessage({ toolCallId, content, result });
  const call = { toolCallId, toolName, result, message, durationMs };
  return stop === undefined ? call : { ...call, stop };
}

/** Counts identical outcomes in a row. */
function isThirdInARow(content: string | readonly Part[], { admitted, result }: Conclusion): boolean {
  const { env, key } = admitted;
  const guard = guardOf(env);
  if (guard === undefined || key === "") return false;
  const repeated = result.error?.code === "redundant_call";
  const outcome = typeof content === "string" ? content : JSON.stringify(content);
  return guard.record(key, repeated ? undefined : outcome) === NOTED;
}

/** Only a run's own calls are guarded: what happens inside them is up to the tools. */
function guardOf({ core, depth, memory }: CallEnv): LoopGuard | undefined {
  return depth === 0 && core.options.loopGuard !== false ? memory?.guard : undefined;
}

function log({ admitted, durationMs }: Conclusion, result: ToolResult, tool: string): void {
  const { env } = admitted;
  const fields = { tool, toolCallId: env.toolCallId, durationMs };
  if (result.isError) env.core.logger.info("Tool call failed", { ...fields, code: result.error?.code });
  else env.core.logger.info(result.async ? "Tool call goes on in the background" : "Tool call completed", fields);
}

function keyOf({ name, decoded }: DecodedCall, { memory }: CallEnv): string {
  if (memory === undefined) return "";
  return `${name}\n${decoded.ok ? canonicalJson(decoded.value) : decoded.reason}`;
}
