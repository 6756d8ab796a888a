import type { EventData, EventOf, JournalEvent } from "@toolwright/core";
import { safeErrorText } from "../../data-stream/error-text.ts";
import { decisionOf, endOf, lateOf, startOf } from "./thread-call.ts";
import type { AssistantThreadMessage, ThreadCall, ThreadMessage } from "./thread-message.ts";

/** A conversation as a page shows it: a view of its journal. */
export function threadMessages(events: Iterable<JournalEvent>): ThreadMessage[] {
  const view = new ThreadView();
  for (const event of events) view.add(event);
  return view.messages;
}

/** Collects messages from events, in the order of these. */
export class ThreadView {
  readonly messages: ThreadMessage[] = [];
  readonly #runs = new Map<string, AssistantThreadMessage>();
  readonly #calls = new Map<string, ThreadCall>();

  add(event: JournalEvent): void {
    if (event.type === "run_start" && event.parentId === undefined) this.#begin(event);
    // What comes back from the background may do so after its run.
    if (event.type === "async_result") this.#change(event.data.toolCallId, lateOf(event));
    const run = this.#runs.get(event.runId);
    if (run !== undefined) this.#addTo(run, event);
  }

  #addTo(run: AssistantThreadMessage, event: JournalEvent): void {
    switch (event.type) {
      case "assistant_message":
        if (event.data.message.content !== "") run.parts.push({ type: "text", text: event.data.message.content });
        return;
      case "tool_call_start":
        this.#start(run, event);
        return;
      case "tool_call_end":
        this.#change(event.data.toolCallId, endOf(event));
        return;
      case "approval_request":
        this.#ask(event.data);
        return;
      case "approval_decision":
        this.#decide(event.data);
        return;
      case "warning":
        run.warnings = [...(run.warnings ?? []), { code: event.data.code, message: event.data.message }];
        return;
      case "done":
        finish(run, event.data);
    }
  }

  /** What stands before the last user's words was shown with an earlier run. */
  #begin({ runId, time: createdAt, data: { input, model } }: EventOf<"run_start">): void {
    const last = input.at(-1);
    if (last?.role === "user") {
      this.messages.push({ role: "user", id: `${runId}:user`, content: last.content, createdAt });
    }
    const run: AssistantThreadMessage = { role: "assistant", id: runId, runId, createdAt, model, parts: [] };
    this.#runs.set(runId, run);
    this.messages.push(run);
  }

  #start(run: AssistantThreadMessage, event: EventOf<"tool_call_start">): void {
    const call = startOf(event);
    this.#calls.set(call.toolCallId, call);
    run.parts.push(call);
  }

  #ask({ approvalId, toolCallId, reason, expiresAt }: EventData["approval_request"]): void {
    const about = { ...(reason === undefined ? {} : { reason }), ...(expiresAt === undefined ? {} : { expiresAt }) };
    this.#change(toolCallId, { approval: { approvalId, ...about } });
  }

  #decide(decision: EventData["approval_decision"]): void {
    const approval = this.#calls.get(decision.toolCallId)?.approval;
    if (approval?.approvalId !== decision.approvalId || decision.ignored !== undefined) return;
    approval.decision = decisionOf(decision);
  }

  #change(toolCallId: string, change: Partial<ThreadCall>): void {
    const call = this.#calls.get(toolCallId);
    if (call !== undefined) Object.assign(call, change);
  }
}

function finish(run: AssistantThreadMessage, { stopReason, usage, error }: EventData["done"]): void {
  run.stopReason = stopReason;
  run.usage = usage;
  if (error !== undefined) run.error = safeErrorText(error);
}
