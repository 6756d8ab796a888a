import { andThen, andThenWith, type MaybePromise } from "../async/and-then.ts";
import type { EventData } from "../journal/event.ts";
import { storedOrUnanswered } from "../journal/stoppable-sink.ts";
import type { ToolOutput } from "../result/output.ts";
import type { Part } from "../result/part.ts";
import { renderOutput } from "../result/render-output.ts";
import { toolMessage } from "../result/tool-message.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { scrubResult } from "../secrets/redact.ts";
import { utf8Length } from "../text/utf8-length.ts";
import { lazy } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import type { CallKey, DecodedCall, Ended, ForModel, SettledCall } from "./call-states.ts";
import type { ToldEnd } from "./failed-end.ts";
import { later } from "./later.ts";
import { type LeftOut, leftOutNote } from "./left-out.ts";
import { loopGuardOf, type Scope } from "./scope.ts";

const bounding = lazy(() => import("./long-message.ts"));

/** How many identical outcomes in a row are noted. */
const NOTED = 3;

/** What the end of a call weighs beside its output, roughly. */
const RESULT_BYTES = 160;

type CallEnd = EventData["tool_call_end"];

/** Whose end it is. */
export interface Finishing {
  readonly asked: Pick<DecodedCall, "name">;
  readonly scope: Scope;
  readonly key: CallKey | undefined;
  readonly tool: Tool | undefined;
  /** What the arguments were read without, for the model to know. */
  readonly leftOut: readonly LeftOut[] | undefined;
}

/** The end of a call: what the model reads, its last events, its line in the log, its message. */
export function finish(ended: Ended, finishing: Finishing): MaybePromise<SettledCall> {
  const made = andThenWith(finalResult(ended, finishing), madeOf, finishing);
  return andThenWith(made, noted, { ended, finishing });
}

function madeOf(result: ToolResult, { tool, scope, leftOut = [] }: Finishing): MaybePromise<ForModel> {
  const noted = leftOut.length === 0 ? result : { ...result, note: leftOutNote(leftOut) };
  return messageOf(noted, tool, scope);
}

/** The model reads what the runner has to say under what the tool says. */
function withNote(made: ForModel): ForModel {
  const { content, result } = made;
  if (result.note === undefined) return made;
  const text = `[${result.note}]`;
  const noted =
    typeof content === "string"
      ? `${content}${content.endsWith("\n") ? "" : "\n"}${text}`
      : [...content, { type: "text", text } as const];
  return { ...made, content: noted, plain: false };
}

interface Finished {
  readonly ended: Ended;
  readonly finishing: Finishing;
}

function noted(made: ForModel, { ended, finishing }: Finished): MaybePromise<SettledCall> {
  const told = withNote(made);
  if (isThirdInARow(told.content, ended, finishing)) return repeated(told, ended, finishing);
  return publish(ended, finishing, told);
}

function repeated(made: ForModel, ended: Ended, finishing: Finishing): MaybePromise<SettledCall> {
  return andThen(later(), ({ withRepetitionNote }) =>
    publish(ended, finishing, { ...made, content: withRepetitionNote(made.content), plain: false }),
  );
}

function finalResult({ how, result }: Ended, { tool, scope }: Finishing): MaybePromise<ToolResult> {
  const known = how === "refused" ? scrubResult(result, scope.scrubber) : result;
  return known.isError && tool?.spec.errorOutput !== undefined ? ownError(known, tool, scope) : known;
}

function ownError(result: ToolResult, tool: Tool, scope: Scope): MaybePromise<ToolResult> {
  return andThen(later(), ({ withErrorOutput }) => withErrorOutput(result, tool, scope));
}

function publish(ended: Ended, finishing: Finishing, made: ForModel): MaybePromise<SettledCall> {
  const { asked, scope } = finishing;
  const told = { ended, made, scope, toolName: scope.scrubber.name(asked.name) };
  return made.result.isError ? publishFailed(told) : publishEnd(told);
}

function publishFailed(told: ToldEnd): MaybePromise<SettledCall> {
  return andThen(later(), ({ failedEnd }) => failedEnd(told, publishEnd));
}

function publishEnd(told: ToldEnd): MaybePromise<SettledCall> {
  const { scope, made } = told;
  const { toolCallId, runId, parentId, activity, memory, depth } = scope;
  // The run's next call, or the end of its step, waits for this one; whoever is given what it came to waits for it here.
  const behind = memory?.counter !== undefined && depth === 0;
  const about = { id: toolCallId, runId, parentId, bytes: bytesOf(made), behind };
  const stored = activity.emit("tool_call_end", endOf(told), about);
  return andThenWith(made.result.isError ? storedOrUnanswered(stored) : stored, settled, told);
}

/** The output of most calls is just what the model reads, so its size is known. */
function bytesOf({ view, content, plain }: ForModel): number | undefined {
  const isJustText = plain && typeof content === "string" && !view.isError && !view.forUser && !view.artifact;
  return isJustText ? RESULT_BYTES + utf8Length(content) : undefined;
}

function endOf({ ended, made, scope, toolName }: ToldEnd): CallEnd {
  const { how, durationMs, stop } = ended;
  const { view, content, plain } = made;
  const data = { toolCallId: scope.toolCallId, toolName, success: !view.isError, result: view, durationMs };
  if (plain && how !== "abandoned" && stop === undefined) return data;
  return {
    ...data,
    ...(plain ? {} : { content }),
    ...(how === "abandoned" ? { orphaned: true } : {}),
    ...(stop === undefined ? {} : { stop }),
  };
}

function settled(_: unknown, { ended, made, scope, toolName }: ToldEnd): SettledCall {
  const { durationMs, stop } = ended;
  const { toolCallId, logger } = scope;
  const { result, content } = made;
  const fields = { tool: toolName, toolCallId, durationMs };
  if (!result.isError)
    logger.info(result.async ? "Tool call goes on in the background" : "Tool call completed", fields);
  const message = toolMessage({ toolCallId, content, result });
  const call = { toolCallId, toolName, result, message, durationMs };
  return stop === undefined ? call : { ...call, stop };
}

/** Counts identical outcomes in a row. */
function isThirdInARow(content: string | readonly Part[], { result }: Ended, { key, scope }: Finishing): boolean {
  const guard = loopGuardOf(scope);
  if (guard === undefined || key === undefined) return false;
  const repeated = result.error?.code === "redundant_call";
  const outcome = typeof content === "string" ? content : JSON.stringify(content);
  return guard.record(key, repeated ? undefined : outcome) === NOTED;
}

/** UTF-16 units up to which a text is surely within every limit and not worth keeping aside. */
const SHORT = 680;

/** Makes of a result what a model reads: formats, bounds, keeps the full text aside. Most results need none of it. */
export function messageOf(result: ToolResult, tool: Tool | undefined, scope: Scope): MaybePromise<ForModel> {
  const content = tool?.spec.formatOutput === undefined && isPlain(result) ? shortText(result.output) : undefined;
  if (content !== undefined) return { result, view: result, content, plain: true };
  return andThen(bounding(), ({ longMessage }) => longMessage(result, tool, scope));
}

/** Nothing beside the output needs bounding. */
function isPlain({ forUser, artifact }: ToolResult): boolean {
  return forUser === undefined && artifact === undefined;
}

function shortText(output: ToolOutput): string | undefined {
  const content = output.type === "parts" ? undefined : renderOutput(output);
  if (typeof content !== "string" || content === "") return undefined;
  return content.length <= SHORT ? content : undefined;
}
