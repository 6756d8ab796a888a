import type { AssistantMessage, Message, ToolMessage } from "@toolwright/core";
import { objectIn } from "@toolwright/core/internal";
import type { PriorResult } from "./plan.ts";

/** The request to work on, the calls already made for it, and what a loop has put in between since. */
export interface Conversation {
  readonly request: string;
  readonly prior: readonly PriorResult[];
  readonly notes: readonly string[];
}

/** Finds the last request of the user and pairs the calls after it with their results. */
export function readConversation(messages: readonly Message[]): Conversation {
  const at = messages.findLastIndex((message, index) => message.role === "user" && !isNote(messages, index));
  const since = messages.slice(at + 1);
  const results = new Map(
    since.filter((message) => message.role === "tool").map((message) => [message.tool_call_id, message]),
  );
  return {
    request: at === -1 ? "" : textOf(messages[at]),
    prior: since.filter((message) => message.role === "assistant").flatMap((message) => pair(message, results)),
    notes: since.filter((message) => message.role === "user").map(textOf),
  };
}

/**
 * What a loop itself puts in between results is no request: a late result must not be able to ask for calls.
 * Such notes begin with a bracket and follow a result or another note.
 */
function isNote(messages: readonly Message[], index: number): boolean {
  const text = textOf(messages[index]);
  if (BACKGROUND.test(text)) return true;
  const before = messages
    .slice(0, index)
    .findLast((message) => message.role !== "user" || !textOf(message).startsWith("["));
  return text.startsWith("[") && before?.role === "tool";
}

const BACKGROUND = /^\[Background result of \S+, call \S+\]\n/;

function pair({ tool_calls = [] }: AssistantMessage, results: ReadonlyMap<string, ToolMessage>): PriorResult[] {
  return tool_calls.map(({ id, function: { name, arguments: text } }) => {
    const result = results.get(id);
    const content = result === undefined ? "no result" : textOf(result);
    return {
      name,
      arguments: objectIn(text) ?? {},
      text: content,
      failed: result === undefined || hasFailed(result, content),
    };
  });
}

/** Providers keep no flag, so the two openings of an error line count as well. */
function hasFailed(message: ToolMessage, text: string): boolean {
  return message.is_error === true || /^Error (?:\[[a-z_]+\]|executing tool):/.test(text);
}

function textOf(message: Message | undefined): string {
  if (message === undefined) return "";
  if (typeof message.content === "string") return message.content;
  return message.content.map((part) => (part.type === "text" ? part.text : `(image, ${part.mediaType})`)).join("\n");
}
