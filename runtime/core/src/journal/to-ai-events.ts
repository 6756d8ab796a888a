import { checkOptions } from "../options/check-options.ts";
import { aText } from "../options/option-rules.ts";
import { outputValue } from "../result/output-text.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { AiEvent, AiToolFailure } from "./ai-event.ts";
import type { EventData, JournalEvent } from "./event.ts";

/** Which run to show. Left out: every run of these events. */
export interface AiEventsOptions {
  readonly runId?: string;
}

/**
 * The view of a run's events by the names of a chat's protocol. Calls made inside calls, reasoning, approvals and what
 * is only live output are left out; a failed call is one `tool_call_result`. With `runId` nothing follows that run's
 * `done`.
 */
export function toAiEvents(events: Iterable<JournalEvent>, options?: AiEventsOptions): AiEvent[];
export function toAiEvents(events: AsyncIterable<JournalEvent>, options?: AiEventsOptions): AsyncGenerator<AiEvent>;
export function toAiEvents(
  events: Iterable<JournalEvent> | AsyncIterable<JournalEvent>,
  options: AiEventsOptions = {},
): AiEvent[] | AsyncGenerator<AiEvent> {
  checkOptions<AiEventsOptions>(options, { of: "The options of toAiEvents", rules: { runId: aText } });
  return Symbol.asyncIterator in events
    ? follow(events, options)
    : [...events].flatMap((event) => view(event, options));
}

async function* follow(events: AsyncIterable<JournalEvent>, options: AiEventsOptions): AsyncGenerator<AiEvent> {
  for await (const event of events) {
    yield* view(event, options);
    if (event.type === "done" && event.runId === options.runId) return;
  }
}

function view(event: JournalEvent, { runId }: AiEventsOptions): AiEvent[] {
  if (runId !== undefined && event.runId !== runId) return [];
  switch (event.type) {
    case "text_delta":
      return [{ type: "text_delta", delta: event.data.delta }];
    case "tool_call_start":
      return event.parentId === undefined ? [startOf(event.data)] : [];
    case "tool_call_end":
      return event.parentId === undefined ? [resultOf(event.data)] : [];
    case "error":
      return event.data.toolCallId === undefined ? [errorOf(event.data)] : [];
    case "done":
      return [{ type: "done" }];
    default:
      return [];
  }
}

function startOf({ toolCallId, toolName, arguments: args }: EventData["tool_call_start"]): AiEvent {
  return { type: "tool_call_start", toolCallId, toolName, args };
}

function resultOf({ toolCallId, result }: EventData["tool_call_end"]): AiEvent {
  const failed = failureOf(result);
  return {
    type: "tool_call_result",
    toolCallId,
    result: failed ?? outputValue(result.output),
    isError: result.isError,
  };
}

function errorOf({ code, error }: EventData["error"]): AiEvent {
  return { type: "error", error: { code, message: error } };
}

/**
 * Undefined for a failure that the tool itself put into words: its output says what went wrong. A success may have an
 * error attached.
 */
function failureOf({ error, isError }: ToolResult): AiToolFailure | undefined {
  return error === undefined || !isError ? undefined : { ok: false, errorCode: error.code, message: error.message };
}
