import type { LlmToolCall, Message } from "../model/messages.ts";

/** True when every call of a history has exactly one answer, in call order, right after its message. Builds nothing. */
export function isClosed(messages: readonly Message[]): boolean {
  let open: readonly LlmToolCall[] = [];
  let answered = 0;
  for (const message of messages) {
    if (message.role === "tool") {
      if (message.tool_call_id === "" || open[answered]?.id !== message.tool_call_id) return false;
      answered += 1;
      continue;
    }
    if (answered !== open.length) return false;
    open = callsOf(message);
    answered = 0;
    if (!haveOwnIds(open)) return false;
  }
  return answered === open.length;
}

/** An empty list of calls is illegal, and must not pass for none. */
const EMPTY: readonly LlmToolCall[] = [{ id: "", type: "function", function: { name: "", arguments: "" } }];

function callsOf(message: Message): readonly LlmToolCall[] {
  if (message.role !== "assistant" || message.tool_calls === undefined) return [];
  return message.tool_calls.length === 0 ? EMPTY : message.tool_calls;
}

function haveOwnIds(calls: readonly LlmToolCall[]): boolean {
  return calls.length < 2 || new Set(calls.map((call) => call.id)).size === calls.length;
}
