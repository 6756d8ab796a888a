import type { EventData } from "../journal/event.ts";
import { isRefused } from "../result/error-info.ts";
import type { Part } from "../result/part.ts";
import { toolMessage } from "../result/tool-message.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { utf8Length } from "../text/utf8-length.ts";
import { lazy } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import { andThen, type MaybePromise } from "./and-then.ts";
import { guardOf } from "./authorise/guard-of.ts";
import type { Admitted } from "./execute-call.ts";
import type { Performed } from "./perform/perform-in-time.ts";
import { type Presented, present } from "./project/present.ts";
import type { SettledCall } from "./tool-call.ts";

const repetition = lazy(() => import("./authorise/repetition.ts"));

/** How many identical outcomes in a row are noted (system.md, "The loop"). */
const NOTED = 3;

/** What the end of a call weighs beside its output, roughly. */
const RESULT_BYTES = 160;

type CallEnd = EventData["tool_call_end"];

/** How a call ends. */
export interface Conclusion {
  readonly admitted: Admitted;
  readonly performed: Performed;
  readonly tool?: Tool;
}

/** The end of a call: what the model reads, its last events, its message. */
export function conclude(conclusion: Conclusion): MaybePromise<SettledCall> {
  const { admitted, performed, tool } = conclusion;
  return andThen(present(performed.result, tool, admitted.env), (presented) => {
    if (!isThirdInARow(presented.content, conclusion)) return end(conclusion, presented);
    return andThen(repetition(), ({ withRepetitionNote }) =>
      end(conclusion, { ...presented, content: withRepetitionNote(presented.content), plain: false }),
    );
  });
}

function end(conclusion: Conclusion, presented: Presented): MaybePromise<SettledCall> {
  const { call, env } = conclusion.admitted;
  const toolName = env.core.scrubber.name(call.name);
  return andThen(reportError(conclusion, presented, toolName), () =>
    andThen(publishEnd(conclusion, presented, toolName), () => settled(conclusion, presented, toolName)),
  );
}

function reportError(conclusion: Conclusion, { result }: Presented, toolName: string): MaybePromise<void> {
  const { admitted, performed } = conclusion;
  if (!performed.reports || result.error === undefined || isRefused(result.error.code)) return;
  const { env } = admitted;
  const { code, message } = result.error;
  const about = { id: env.toolCallId, runId: env.runId, parentId: env.parentId };
  return env.core.activity.emit("error", { toolCallId: env.toolCallId, toolName, code, error: message }, about);
}

/** The output of most calls is just what the model reads, so its size is known. */
function publishEnd(conclusion: Conclusion, presented: Presented, toolName: string): MaybePromise<void> {
  const { toolCallId, runId, parentId, core } = conclusion.admitted.env;
  const bytes = isJustText(presented) ? RESULT_BYTES + utf8Length(presented.content) : undefined;
  return core.activity.emit("tool_call_end", endOf(conclusion, presented, toolName), {
    id: toolCallId,
    runId,
    parentId,
    bytes,
  });
}

function endOf({ admitted, performed }: Conclusion, presented: Presented, toolName: string): CallEnd {
  const { toolCallId } = admitted.env;
  const { result, content, plain } = presented;
  const { durationMs, orphaned, stop } = performed;
  const data = { toolCallId, toolName, success: !result.isError, result, durationMs };
  if (plain && !orphaned && stop === undefined) return data;
  return {
    ...data,
    ...(plain ? {} : { content }),
    ...(orphaned ? { orphaned } : {}),
    ...(stop === undefined ? {} : { stop }),
  };
}

/** Nothing but its text is stored. */
function isJustText(presented: Presented): presented is Presented & { readonly content: string } {
  const { plain, content, result } = presented;
  return plain && typeof content === "string" && !result.isError && !result.forUser && result.artifact === undefined;
}

function settled(conclusion: Conclusion, { result, content }: Presented, toolName: string): SettledCall {
  const { admitted, performed } = conclusion;
  const { toolCallId } = admitted.env;
  log(conclusion, result, toolName);
  const message = toolMessage({ toolCallId, content, result });
  const { durationMs, stop } = performed;
  const call = { toolCallId, toolName, result, message, durationMs };
  return stop === undefined ? call : { ...call, stop };
}

/** Counts identical outcomes in a row. */
function isThirdInARow(content: string | readonly Part[], { admitted, performed }: Conclusion): boolean {
  const { env, key } = admitted;
  const guard = guardOf(env);
  if (guard === undefined || key === undefined) return false;
  const repeated = performed.result.error?.code === "redundant_call";
  const outcome = typeof content === "string" ? content : JSON.stringify(content);
  return guard.record(key, repeated ? undefined : outcome) === NOTED;
}

function log({ admitted, performed }: Conclusion, result: ToolResult, tool: string): void {
  const { env } = admitted;
  const fields = { tool, toolCallId: env.toolCallId, durationMs: performed.durationMs };
  if (result.isError) env.core.logger.info("Tool call failed", { ...fields, code: result.error?.code });
  else env.core.logger.info(result.async ? "Tool call goes on in the background" : "Tool call completed", fields);
}
