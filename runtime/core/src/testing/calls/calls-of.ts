import type { JournalEvent } from "../../journal/event.ts";
import { isJsonObject } from "../../json/is-json-object.ts";
import type { JsonObject } from "../../json/json.ts";
import { jsonIn } from "../../json/json-in.ts";
import type { Message } from "../../model/messages.ts";

/** A call that was made. */
export interface MadeCall {
  readonly tool: string;
  /** `{}` where the model wrote no JSON object. */
  readonly arguments: JsonObject;
  /** Undefined where the call has no result. */
  readonly succeeded: boolean | undefined;
}

/** What tells of the calls of a run: what the run resolved to, its messages, or its events. */
export type CallSource = { readonly messages: readonly Message[] } | readonly Message[] | readonly JournalEvent[];

/** The calls of a run, in the order in which the model made them. */
export function callsOf(source: CallSource): readonly MadeCall[] {
  const list: readonly (Message | JournalEvent)[] = "messages" in source ? source.messages : source;
  return list.some((one) => "type" in one) ? inEvents(list.filter(isEvent)) : inMessages(list.filter(isMessage));
}

function isEvent(one: Message | JournalEvent): one is JournalEvent {
  return "type" in one;
}

function isMessage(one: Message | JournalEvent): one is Message {
  return "role" in one;
}

function inMessages(messages: readonly Message[]): readonly MadeCall[] {
  const succeeded = new Map(
    messages.flatMap((message) =>
      message.role === "tool" ? [[message.tool_call_id, message.is_error !== true] as const] : [],
    ),
  );
  const calls = messages.flatMap((message) => (message.role === "assistant" ? (message.tool_calls ?? []) : []));
  return calls.map(({ id, function: { name, arguments: text } }) => {
    const read = jsonIn(text);
    return { tool: name, arguments: isJsonObject(read) ? read : {}, succeeded: succeeded.get(id) };
  });
}

function inEvents(events: readonly JournalEvent[]): readonly MadeCall[] {
  const succeeded = new Map(
    events.flatMap((event) => (event.type === "tool_call_end" ? [[event.data.toolCallId, event.data.success]] : [])),
  );
  return events.flatMap((event) => {
    if (event.type !== "tool_call_start") return [];
    const { toolName: tool, arguments: args, toolCallId } = event.data;
    return [{ tool, arguments: args, succeeded: succeeded.get(toolCallId) }];
  });
}
