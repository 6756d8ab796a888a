import type { Conversation } from "@toolwright/core";
import type { Store } from "../port/store.ts";

/**
 * Takes back what calls inside calls had asked before their process died: such a call has no life of its own, its
 * question is not asked again, and nobody waits for the answer. Those inside a tool that replays go on, with their
 * questions. For the holder of the lease, before a run goes on.
 */
export async function withdrawDeadQuestions(
  { approvals, journal }: Pick<Store, "approvals" | "journal">,
  conversation: Conversation,
): Promise<void> {
  const open = await approvals.list({ conversation, limit: 1_000 });
  if (open.length === 0) return;
  const asked = new Set<string>();
  const replaying = new Set<string>();
  for await (const { type, data } of journal(conversation).lastRun()) {
    if (type === "assistant_message") for (const { id } of data.message.tool_calls ?? []) asked.add(id);
    if (type === "tool_call_start" && data.replays) replaying.add(data.toolCallId);
  }
  const goesOn = (toolCallId: string): boolean => {
    if (asked.has(toolCallId)) return true;
    const [, outer = ""] = /^(.*)\/\d+$/s.exec(toolCallId) ?? [];
    return replaying.has(outer) && goesOn(outer);
  };
  for (const { approvalId, toolCallId } of open) if (!goesOn(toolCallId)) await approvals.withdraw(approvalId);
}
