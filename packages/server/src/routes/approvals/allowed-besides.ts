import type { Conversation } from "@toolwright/core";
import type { AllowedCall, Store } from "@toolwright/durable";
import type { AlsoAllowed } from "@toolwright/view";

/** What will become of the calls that an answer allows besides the one that asks: some may have ended since they were shown. */
export async function foreseenOf(
  store: Store,
  conversation: Conversation,
  also: readonly AllowedCall[] | undefined,
): Promise<readonly AlsoAllowed[] | undefined> {
  if (also === undefined) return undefined;
  const [begun, ended] = [new Set<string>(), new Set<string>()];
  for await (const { type, id, data } of store.journal(conversation).lastRun()) {
    if (type === "assistant_message") for (const call of data.message.tool_calls ?? []) begun.add(call.id);
    if (type === "tool_call_end") ended.add(id);
  }
  return also.map(({ toolCallId }) => {
    if (ended.has(toolCallId)) return { toolCallId, outcome: "ended" };
    return { toolCallId, outcome: begun.has(toolCallId) ? "allowed" : "unknown" };
  });
}
