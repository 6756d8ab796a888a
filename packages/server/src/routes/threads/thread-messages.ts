import { type EventOf, type JournalEvent, type Json, type JsonObject, type Part, toAiEvents } from "@toolwright/core";

/** A message as a page shows it. */
export type ThreadMessage =
  | { readonly role: "user"; readonly content: string | readonly Part[] }
  | {
      readonly role: "assistant";
      readonly runId: string;
      readonly parts: ThreadPart[];
      /** Left out while the run is open. */
      stopReason?: string;
    };

export type ThreadPart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "tool-call";
      readonly toolCallId: string;
      readonly toolName: string;
      readonly args: JsonObject;
      readonly parentId?: string;
      result?: Json;
      isError?: boolean;
      durationMs?: number;
    };

/** A conversation as a page shows it: a view of its journal. */
export function threadMessages(events: Iterable<JournalEvent>): ThreadMessage[] {
  const view = new ThreadView();
  for (const event of events) view.add(event);
  return view.messages;
}

type AssistantThreadMessage = Extract<ThreadMessage, { role: "assistant" }>;

class ThreadView {
  readonly messages: ThreadMessage[] = [];
  readonly #runs = new Map<string, AssistantThreadMessage>();
  readonly #calls = new Map<string, Extract<ThreadPart, { type: "tool-call" }>>();

  add(event: JournalEvent): void {
    if (event.type === "run_start" && event.parentId === undefined) this.#begin(event);
    const run = this.#runs.get(event.runId);
    if (run === undefined) return;
    if (event.type === "assistant_message") {
      const { content } = event.data.message;
      if (content !== "") run.parts.push({ type: "text", text: content });
    } else if (event.type === "tool_call_start") {
      run.parts.push(this.#start(event));
    } else if (event.type === "tool_call_end") {
      this.#end(event);
    } else if (event.type === "done") {
      run.stopReason = event.data.stopReason;
    }
  }

  /** What stands before the last user's words was shown with an earlier run. */
  #begin({ runId, data: { input } }: EventOf<"run_start">): void {
    const last = input.at(-1);
    if (last?.role === "user") this.messages.push({ role: "user", content: last.content });
    const run: AssistantThreadMessage = { role: "assistant", runId, parts: [] };
    this.#runs.set(runId, run);
    this.messages.push(run);
  }

  #start({ data, parentId }: EventOf<"tool_call_start">): ThreadPart {
    const { toolCallId, toolName, arguments: args } = data;
    const about = parentId === undefined ? {} : { parentId };
    const call: Extract<ThreadPart, { type: "tool-call" }> = {
      type: "tool-call",
      toolCallId,
      toolName,
      args,
      ...about,
    };
    this.#calls.set(toolCallId, call);
    return call;
  }

  #end(event: EventOf<"tool_call_end">): void {
    const call = this.#calls.get(event.data.toolCallId);
    const { parentId: _parent, ...own } = event;
    const [shown] = toAiEvents([own]);
    if (call === undefined || shown?.type !== "tool_call_result") return;
    call.result = shown.result;
    call.isError = shown.isError;
    call.durationMs = event.data.durationMs;
  }
}
