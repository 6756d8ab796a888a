import type { AssistantMessage, LlmToolCall, Message, ToolMessage } from "../model/messages.ts";

/**
 * True when every call of a history has exactly one answer, in call order, right after its message, and no message
 * is empty. Builds nothing.
 */
export function isClosed(messages: readonly Message[]): boolean {
  let open: readonly LlmToolCall[] = [];
  let answered = 0;
  for (const message of messages) {
    if (message.role === "tool") {
      if (!answers(message, open[answered])) return false;
      answered += 1;
      continue;
    }
    if (answered !== open.length || (message.role === "assistant" && !isWorthKeeping(message))) return false;
    open = callsOf(message);
    answered = 0;
    if (!haveOwnIds(open)) return false;
  }
  return answered === open.length;
}

function answers({ tool_call_id, content }: ToolMessage, call: LlmToolCall | undefined): boolean {
  return tool_call_id !== "" && tool_call_id === call?.id && content?.length > 0;
}

/** An empty list of calls is illegal, as is `null` from a stored message, and must not pass for none. */
const EMPTY: readonly LlmToolCall[] = [{ id: "", type: "function", function: { name: "", arguments: "" } }];

function callsOf(message: Message): readonly LlmToolCall[] {
  if (message.role !== "assistant" || message.tool_calls === undefined) return [];
  return message.tool_calls?.length ? message.tool_calls : EMPTY;
}

function haveOwnIds(calls: readonly LlmToolCall[]): boolean {
  return calls.length < 2 || new Set(calls.map((call) => call.id)).size === calls.length;
}

/**
 * An assistant message that says and asks nothing, or blanks only, is no part of a history: some providers reject it.
 */
export function isWorthKeeping(message: AssistantMessage): boolean {
  return /\S/.test(message.content) || message.tool_calls !== undefined || message.providerState !== undefined;
}
