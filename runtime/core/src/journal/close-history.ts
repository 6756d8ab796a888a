import type { AssistantMessage, LlmToolCall, Message, ToolMessage } from "../model/messages.ts";
import { NO_OUTPUT } from "../result/render-output.ts";
import { isClosed, isWorthKeeping } from "./is-closed.ts";

/** A history that every provider accepts, and what had to change. */
export interface ClosedHistory {
  readonly messages: readonly Message[];
  /** One sentence each; empty when nothing had to change. */
  readonly warnings: readonly string[];
}

const UNANSWERED = "Error [skipped]: this call was never answered. Call it again if it is still needed.";

/**
 * Makes a history legal: after every assistant message with calls stands exactly one tool message for each call,
 * in call order, and nowhere else stands any. Returns the same array when it already is.
 */
export function closeHistory(messages: readonly Message[]): ClosedHistory {
  if (isClosed(messages)) return { messages, warnings: [] };
  const warnings: string[] = [];
  const closed: Message[] = [];
  for (let index = 0; index < messages.length; ) {
    const message = messages[index];
    index += 1;
    if (message === undefined) continue;
    if (message.role === "tool") {
      warnings.push(`Dropped a tool message that answers no call (id ${quote(message.tool_call_id)}).`);
    } else if (message.role === "assistant") {
      const answers = message.tool_calls?.length ? toolMessagesFrom(messages, index) : [];
      closed.push(...closeStep({ message, calls: message.tool_calls ?? [], answers, warnings }));
      index += answers.length;
    } else {
      closed.push(message);
    }
  }
  return { messages: closed, warnings };
}

interface OpenStep {
  readonly message: AssistantMessage;
  readonly calls: readonly LlmToolCall[];
  readonly answers: readonly ToolMessage[];
  readonly warnings: string[];
}

function closeStep({ message, calls, answers, warnings }: OpenStep): readonly Message[] {
  const { tool_calls: asked, ...withoutCalls } = message;
  if (calls.length === 0) {
    if (asked !== undefined) warnings.push("Took an empty list of calls out of an assistant message.");
    if (isWorthKeeping(withoutCalls)) return [withoutCalls];
    warnings.push("Dropped an assistant message without content.");
    return [];
  }
  const queues = answersById(answers);
  const ids = new OwnIds();
  const named = calls.map((call) => withOwnId(call, ids, warnings));
  const results = calls.map((call, index) => answerOf(call.id, named[index]?.id ?? call.id, queues, warnings));
  for (const queue of queues.values()) {
    for (const orphan of queue) warnings.push(`Dropped a second answer to call ${quote(orphan.tool_call_id)}.`);
  }
  return [{ ...withoutCalls, tool_calls: named }, ...results];
}

function answersById(answers: readonly ToolMessage[]): Map<string, ToolMessage[]> {
  const queues = new Map<string, ToolMessage[]>();
  for (const answer of answers) {
    const queue = queues.get(answer.tool_call_id);
    if (queue === undefined) queues.set(answer.tool_call_id, [answer]);
    else queue.push(answer);
  }
  return queues;
}

function answerOf(id: string, ownId: string, queues: Map<string, ToolMessage[]>, warnings: string[]): ToolMessage {
  const answer = queues.get(id)?.shift();
  if (answer?.content?.length) {
    return answer.tool_call_id === ownId ? answer : { ...answer, tool_call_id: ownId };
  }
  if (answer !== undefined) {
    warnings.push(`Wrote "${NO_OUTPUT}" into the empty answer to call ${quote(ownId)}.`);
    return { ...answer, tool_call_id: ownId, content: NO_OUTPUT };
  }
  warnings.push(`Answered call ${quote(ownId)} with "skipped": it had no tool message.`);
  return { role: "tool", tool_call_id: ownId, content: UNANSWERED, is_error: true };
}

/** Two calls of one message may not share an id, and no id may be empty. */
function withOwnId(call: LlmToolCall, ids: OwnIds, warnings: string[]): LlmToolCall {
  const id = ids.take(call.id || "call");
  if (id === call.id) return call;
  warnings.push(`Gave a call of ${quote(call.function.name)} the id ${quote(id)}: its own was empty or taken.`);
  return { ...call, id };
}

/** The ids of one message. Each name goes on counting where it stopped, so that many calls of one id cost no more. */
class OwnIds {
  readonly #taken = new Set<string>();
  readonly #suffixes = new Map<string, number>();

  take(wanted: string): string {
    let id = wanted;
    for (let suffix = this.#suffixes.get(wanted) ?? 2; this.#taken.has(id); suffix += 1) {
      id = `${wanted}_${suffix}`;
      this.#suffixes.set(wanted, suffix + 1);
    }
    this.#taken.add(id);
    return id;
  }
}

function toolMessagesFrom(messages: readonly Message[], start: number): ToolMessage[] {
  const found: ToolMessage[] = [];
  for (let index = start; index < messages.length; index += 1) {
    const message = messages[index];
    if (message?.role !== "tool") break;
    found.push(message);
  }
  return found;
}

/** Histories come from outside: an id may be missing. */
function quote(text: string | undefined): string {
  return JSON.stringify(String(text ?? "").slice(0, 60));
}
