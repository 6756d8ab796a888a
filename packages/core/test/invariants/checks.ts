import type { JournalEvent, Message } from "../../src/index.ts";

/** The first thing that a provider would reject, or undefined. */
export function illegality(messages: readonly Message[]): string | undefined {
  let open: string[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") {
      const expected = open.shift();
      if (expected !== message.tool_call_id) return `message ${index} answers ${message.tool_call_id}, not ${expected}`;
      if (message.content.length === 0) return `message ${index} is empty`;
      continue;
    }
    if (open.length > 0) return `message ${index} stands before the answer to ${open[0]}`;
    if (message.role !== "assistant") continue;
    const calls = message.tool_calls ?? [];
    if (message.tool_calls !== undefined && calls.length === 0) return `message ${index} has an empty list of calls`;
    if (message.content === "" && calls.length === 0) return `message ${index} says nothing`;
    open = calls.map((call) => call.id);
    if (new Set(open).size !== open.length || open.includes("")) return `message ${index} repeats an id`;
    for (const call of calls) {
      const parsed: unknown = JSON.parse(call.function.arguments);
      if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return `message ${index}: no object`;
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(call.function.name)) return `message ${index}: name ${call.function.name}`;
    }
  }
  return open.length > 0 ? `the answer to ${open[0]} is missing` : undefined;
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
