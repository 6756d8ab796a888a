import type { Message, ToolMessage } from "../model/messages.ts";
import { contentBytes, History } from "./history.ts";

/** Trimming goes on down to this share of the budget, so that it does not happen in every step. */
const DOWN_TO = 0.6;

/** What `"trimmed":true` adds to a message that is written as JSON. */
const MARK_BYTES = 15;

/** Replaces the oldest results by placeholders. Returns the ids of the calls whose results are gone. */
export function trimHistory(history: History, budgetTokens: number): readonly string[] {
  const trimmed: string[] = [];
  history.shortenTo(budgetTokens * DOWN_TO, (message) => {
    const shorter = placeholder(message);
    if (message.trimmed || contentBytes(shorter.content) + MARK_BYTES >= contentBytes(message.content))
      return undefined;
    trimmed.push(message.tool_call_id);
    return shorter;
  });
  return trimmed;
}

function placeholder(message: ToolMessage): ToolMessage {
  const where = message.output_ref === undefined ? "" : `; ref=${message.output_ref}`;
  return { ...message, content: `[tool output trimmed${where}]`, trimmed: true };
}

/**
 * A history with other messages in the place of those from one place up to another. What stays is offered for
 * shortening again.
 */
export function replaced(history: History, from: number, to: number, messages: readonly Message[]): History {
  const all = history.snapshot();
  return new History([...all.slice(0, from), ...messages, ...all.slice(to)], history.pointsAtKept);
}
