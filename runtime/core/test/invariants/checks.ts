import type { AssistantMessage, JournalEvent, LlmToolCall, Message, ToolMessage } from "../../src/index.ts";

/** The first thing that a provider would reject, or undefined. */
export function illegality(messages: readonly Message[]): string | undefined {
  let open: string[] = [];
  for (const [index, message] of messages.entries()) {
    const wrong = message.role === "tool" ? wrongAnswer(message, open.shift()) : wrongPlace(message, open);
    if (wrong !== undefined) return `message ${index} ${wrong}`;
    if (message.role === "assistant") open = (message.tool_calls ?? []).map((call) => call.id);
  }
  return open.length > 0 ? `the answer to ${open[0]} is missing` : undefined;
}

function wrongAnswer({ tool_call_id, content }: ToolMessage, expected: string | undefined): string | undefined {
  if (expected !== tool_call_id) return `answers ${tool_call_id}, not ${expected}`;
  return content.length === 0 ? "is empty" : undefined;
}

function wrongPlace(message: Exclude<Message, ToolMessage>, open: readonly string[]): string | undefined {
  if (open.length > 0) return `stands before the answer to ${open[0]}`;
  return message.role === "assistant" ? wrongCalls(message) : undefined;
}

function wrongCalls({ content, tool_calls }: AssistantMessage): string | undefined {
  if (tool_calls === undefined) return content === "" ? "says nothing" : undefined;
  if (tool_calls.length === 0) return "has an empty list of calls";
  const ids = new Set(tool_calls.map((call) => call.id));
  if (ids.size !== tool_calls.length || ids.has("")) return "repeats an id";
  return tool_calls.map(wrongCall).find((wrong) => wrong !== undefined);
}

function wrongCall({ function: { name, arguments: text } }: LlmToolCall): string | undefined {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return "has arguments that are no object";
  return /^[A-Za-z0-9_-]{1,64}$/.test(name) ? undefined : `calls ${name}`;
}

/** What is wrong with the lives of the calls and the run in these stored events, or undefined. */
export function brokenLife(events: readonly JournalEvent[]): string | undefined {
  const starts = idsOf(events, "tool_call_start");
  const ends = idsOf(events, "tool_call_end");
  if (new Set(starts).size !== starts.length) return `a call starts twice: ${starts}`;
  if (new Set(ends).size !== ends.length) return `a call ends twice: ${ends}`;
  if (starts.toSorted().join() !== ends.toSorted().join()) return `starts ${starts} and ends ${ends} differ`;
  const done = events.filter((event) => event.type === "done");
  if (done.length !== 1) return `done came ${done.length} times`;
  const ofRun = events.filter((event) => event.runId === done[0]?.runId);
  if (ofRun.at(-1)?.type !== "done") return "something follows done";
  const seqs = events.map((event) => event.seq);
  return seqs.every((seq, index) => index === 0 || seq > (seqs[index - 1] ?? 0)) ? undefined : "seq does not rise";
}

function idsOf(events: readonly JournalEvent[], type: "tool_call_start" | "tool_call_end"): string[] {
  return events.filter((event) => event.type === type).map((event) => event.id);
}

/** The first string with half a surrogate pair anywhere inside, or undefined. */
export function brokenText(value: unknown): string | undefined {
  if (typeof value === "string") return value.isWellFormed() ? undefined : JSON.stringify(value.slice(0, 80));
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const found = brokenText(key) ?? brokenText(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
