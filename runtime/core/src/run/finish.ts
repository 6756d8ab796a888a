import type { EventData, Reach } from "../journal/event.ts";
import { storedOrUnanswered } from "../journal/stoppable-sink.ts";
import { isRefused } from "../result/error-info.ts";
import { toolMessage } from "../result/tool-message.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { Repair } from "../schema/mend/repair.ts";
import { scrubResult } from "../secrets/redact.ts";
import { utf8Length } from "../text/utf8-length.ts";
import type { Tool } from "../tool/tool.ts";
import { tellAnew } from "./advice.ts";
import type { CallKey, Ended, ForModel, SettledCall } from "./call-states.ts";
import type { ToldBefore } from "./error-memory.ts";
import { withErrorOutput } from "./hooks.ts";
import { longMessageOf, shortMessageOf } from "./message-of.ts";
import { REPETITION_NOTE } from "./refusals.ts";
import { repairLine, repairNote } from "./repairs.ts";
import { isCheap, loopGuardOf, programOf, type Scope } from "./scope.ts";

/** The call that ends. */
export interface Finishing {
  /** As it was asked for. */
  readonly name: string;
  readonly scope: Scope;
  readonly key: CallKey | undefined;
  readonly tool: Tool | undefined;
  /** How the arguments were read, for the model to know. */
  readonly repairs: readonly Repair[] | undefined;
  /** A person has given other arguments: what was read differently in them, no event has told before. */
  readonly isEdited?: boolean;
  readonly reach: Reach | undefined;
}

/** The end of a call: what the model reads, its last events, its line in the log, its message. */
export async function finish(ended: Ended, finishing: Finishing): Promise<SettledCall> {
  const { name, scope, tool, reach } = finishing;
  const result = finalResult(ended, finishing);
  const made = shortMessageOf(result, tool) ?? (await longMessageOf(result, tool, scope));
  const isThird = isThirdInARow(made, finishing);
  const before = toldBefore(made, ended.how, finishing);
  const told = before === undefined ? made : await tellAnew(made, { name, tool, scope, before });
  const noted = withLine(told, made.result.note && `[${made.result.note}]`);
  const last = isThird ? withLine(noted, REPETITION_NOTE) : noted;
  remember(last, finishing);
  const repairs = finishing.isEdited ? finishing.repairs?.map(repairLine) : undefined;
  const end = { ended, made: last, scope, tool, toolName: scope.scrubber.name(name), reach, repairs };
  if (made.view.isError) await publishError(end);
  const stored = publishEnd(end);
  if (stored !== undefined) await stored;
  log(end);
  return settledAs(end);
}

/** Masked, in the tool's own form for failures, and with a word on how its arguments were read. */
function finalResult({ how, result }: Ended, { tool, scope, repairs = [] }: Finishing): ToolResult {
  const masked = how === "refused" ? scrubResult(result, scope.scrubber) : result;
  const known = masked.isError && tool !== undefined ? withErrorOutput(masked, tool, scope) : masked;
  const note = repairNote(repairs);
  return note === undefined ? known : { ...known, note };
}

/**
 * Whether the run was told this error in the same words before: a small model repeats the call until the run stops, as
 * the same words lead it to the same call.
 */
function toldBefore({ view, content }: ForModel, how: Ended["how"], finishing: Finishing): ToldBefore | undefined {
  const { key, scope, name } = finishing;
  const { error } = view;
  if (error === undefined || error.code === "redundant_call" || error.code === "skipped") return undefined;
  if (loopGuardOf(scope) === undefined || key === undefined || typeof content !== "string") return undefined;
  return scope.memory?.told.record({ words: `${name}: ${content}`, key, isAnswer: how === "returned" });
}

/** What the calls after this one may be answered with. */
function remember({ result, content }: ForModel, { key, scope: { memory }, tool }: Finishing): void {
  if (memory === undefined || key === undefined || result.isError) return;
  if (typeof content === "string" && !result.async) memory.reads.answer(key, content);
  if (tool?.effects.kind !== "read") memory.told.forgetAnswers();
}

/** The model reads what the runner has to say under what the tool says. */
function withLine(made: ForModel, line: string | undefined): ForModel {
  if (line === undefined) return made;
  const { content } = made;
  if (typeof content !== "string")
    return { ...made, content: [...content, { type: "text", text: line }], plain: false };
  return { ...made, content: `${content}${content.endsWith("\n") ? "" : "\n"}${line}`, plain: false };
}

/** How many identical outcomes in a row are noted. */
const NOTED = 3;

/** Counts identical outcomes in a row. */
function isThirdInARow({ content, result }: ForModel, { key, scope }: Finishing): boolean {
  const guard = loopGuardOf(scope);
  if (guard === undefined || key === undefined) return false;
  const repeated = result.error?.code === "redundant_call";
  const outcome = typeof content === "string" ? content : JSON.stringify(content);
  return guard.record(key, repeated ? undefined : outcome) === NOTED;
}

/** An end as it is told. */
interface ToldEnd {
  readonly ended: Ended;
  readonly made: ForModel;
  readonly scope: Scope;
  readonly tool: Tool | undefined;
  readonly toolName: string;
  readonly reach: Reach | undefined;
  /** Of arguments that a person has edited. */
  readonly repairs: readonly string[] | undefined;
}

/** A failure that the tool returned, and a refusal, need no event of their own. */
async function publishError({ ended, made, scope, toolName }: ToldEnd): Promise<void> {
  const { error } = made.view;
  const isItsOwn = ended.how === "returned" && ended.result.isError;
  if (isItsOwn || error === undefined || ended.how === "refused" || isRefused(error.code)) return;
  const { toolCallId, runId, parentId, activity } = scope;
  const data = { toolCallId, toolName, code: error.code, error: error.message };
  await storedOrUnanswered(activity.emit("error", data, { id: toolCallId, runId, parentId }));
}

function publishEnd(told: ToldEnd): void | Promise<void> {
  const { scope, made, tool } = told;
  const { toolCallId: id, runId, parentId, activity, memory, depth } = scope;
  // The run's next call, or the end of its step, waits for this one; whoever is given what it came to waits for it
  // here.
  const behind = memory?.run !== undefined && (depth === 0 || (tool !== undefined && isCheap(tool, scope)));
  const stored = activity.emit("tool_call_end", endOf(told), { id, runId, parentId, bytes: bytesOf(told), behind });
  return made.result.isError ? storedOrUnanswered(stored) : stored;
}

/** What the end of a call weighs beside its output, roughly. */
const RESULT_BYTES = 160;

/** How far a call gets, as an event says it, in bytes. */
export const REACH_BYTES = 60;

/** The output of most calls is just what the model reads, so its size is known. */
function bytesOf({ made: { view, content, plain }, reach }: ToldEnd): number | undefined {
  const isJustText = plain && typeof content === "string" && !view.isError && !view.forUser && !view.artifact;
  return isJustText ? RESULT_BYTES + utf8Length(content) + (reach === undefined ? 0 : REACH_BYTES) : undefined;
}

function endOf({ ended, made, scope, toolName, reach, repairs = [] }: ToldEnd): EventData["tool_call_end"] {
  const { how, durationMs, stop } = ended;
  const { view, content, plain, isLost } = scope.inReplay?.toStore(made) ?? made;
  const usage = scope.memory?.run?.used.get(scope.toolCallId);
  return {
    toolCallId: scope.toolCallId,
    toolName,
    success: !view.isError,
    result: view,
    durationMs,
    ...(!plain && { content }),
    ...(reach && { reach }),
    ...(repairs.length > 0 && { repairs }),
    ...(isLost && { isLost }),
    ...(how === "abandoned" && { orphaned: true }),
    ...(stop && { stop }),
    ...(usage && { usage }),
  };
}

/** Says what it was; of a failure with the exception itself as a field. */
function log({ ended, made: { result }, scope, toolName }: ToldEnd): void {
  const { toolCallId, logger } = scope;
  const fields = { tool: toolName, toolCallId, durationMs: ended.durationMs };
  if (!result.isError) {
    logger.info(result.async ? "Tool call goes on in the background" : "Tool call completed", fields);
    return;
  }
  const { code, message, cause } = result.error ?? {};
  const known = { ...fields, code, text: message, ...(cause === undefined ? {} : { error: cause }) };
  if (ended.how === "refused" || (code !== undefined && isRefused(code))) logger.warn("Tool call refused", known);
  else logger.error("Tool call failed", known);
}

function settledAs({ ended, made, scope, toolName }: ToldEnd): SettledCall {
  const { durationMs, stop } = ended;
  const { result, content } = made;
  const { toolCallId } = scope;
  const message = toolMessage({ toolCallId, content, result, programId: programOf(scope) });
  return { toolCallId, toolName, result, message, durationMs, ...(stop && { stop }) };
}
