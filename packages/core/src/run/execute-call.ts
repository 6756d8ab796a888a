import { canonicalJson } from "../json/canonical-json.ts";
import { isRefused } from "../result/error-info.ts";
import type { Part } from "../result/part.ts";
import { toolMessage } from "../result/tool-message.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { lazy } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import { type AuthorisedCall, authorise } from "./authorise/authorise.ts";
import type { LoopGuard } from "./authorise/loop-guard.ts";
import type { CallEnv, DecodedCall } from "./call-env.ts";
import { performInTime } from "./perform/perform-in-time.ts";
import { present } from "./project/present.ts";
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
export async function admit(call: DecodedCall, env: CallEnv): Promise<Admitted> {
  const read = await readCall(call, env);
  const key = read instanceof Settlement ? keyOf(call, env) : read.key;
  if (guardOf(env)?.forbids(key)) return { call, env, key, ended: (await repetition()).repeatedTooOften() };
  if (read instanceof Settlement) return { call, env, key, ended: read };
  const authorised = await authorise(read, env);
  return authorised instanceof Settlement ? { call, env, key, ended: authorised } : { call, env, key, authorised };
}

/** The last two phases, and the end of the call. Never rejects. */
export async function settle(admitted: Admitted): Promise<SettledCall> {
  if ("ended" in admitted) {
    const { result, stop } = admitted.ended;
    return conclude({
      admitted,
      result: scrubResult(result, admitted.env.core.scrubber),
      durationMs: 0,
      stop,
      reports: true,
    });
  }
  const { authorised, env } = admitted;
  const performed = await performInTime(authorised, env);
  if (performed.result.isError) env.memory?.reads.forget(env.toolCallId);
  const { tool } = authorised;
  const ownWords = performed.result.isError && tool.spec.errorOutput !== undefined;
  const result = ownWords ? (await failing()).withErrorOutput(performed.result, tool, env.core) : performed.result;
  return conclude({ admitted, tool, ...performed, result });
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

async function conclude(conclusion: Conclusion): Promise<SettledCall> {
  const { admitted, durationMs, stop, tool } = conclusion;
  const { env, call } = admitted;
  const { activity, scrubber } = env.core;
  const presented = present(conclusion.result, tool, env);
  const { result, content, plain } = presented instanceof Promise ? await presented : presented;
  const noted = isThirdInARow(content, conclusion) ? (await repetition()).withRepetitionNote(content) : content;
  const toolName = scrubber.text(call.name);
  const about = { id: env.toolCallId, runId: env.runId, parentId: env.parentId };
  if (conclusion.reports && result.error !== undefined && !isRefused(result.error.code)) {
    const { code, message } = result.error;
    await activity.emit("error", { toolCallId: env.toolCallId, toolName, code, error: message }, about);
  }
  const stored = activity.emit(
    "tool_call_end",
    {
      toolCallId: env.toolCallId,
      toolName,
      success: !result.isError,
      result,
      ...(plain && noted === content ? {} : { content: noted }),
      durationMs,
      ...(conclusion.orphaned ? { orphaned: true as const } : {}),
      ...(stop === undefined ? {} : { stop }),
    },
    about,
  );
  if (stored !== undefined) await stored;
  log(conclusion, result, toolName);
  const message = toolMessage({ toolCallId: env.toolCallId, content: noted, result });
  const settled = { toolCallId: env.toolCallId, toolName, result, message, durationMs };
  return stop === undefined ? settled : { ...settled, stop };
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
