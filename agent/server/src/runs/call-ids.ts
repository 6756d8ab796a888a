import type { Message } from "@toolwright/core";

/** Ids of the calls in a history. */
export function callIds(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap((message) => (message.role === "assistant" ? (message.tool_calls ?? []).map(({ id }) => id) : [])),
  );
}
