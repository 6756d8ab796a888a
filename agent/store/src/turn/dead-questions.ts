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
  const starts = new Map<string, { readonly replays: boolean; readonly parentId: string | undefined }>();
  for await (const { type, data, parentId } of journal(conversation).lastRun()) {
    if (type === "assistant_message") for (const { id } of data.message.tool_calls ?? []) asked.add(id);
    if (type === "tool_call_start") starts.set(data.toolCallId, { replays: data.replays === true, parentId });
  }
  const goesOn = (toolCallId: string): boolean => {
    const { parentId = "" } = starts.get(toolCallId) ?? {};
    return asked.has(toolCallId) || (starts.get(parentId)?.replays === true && goesOn(parentId));
  };
  for (const { approvalId, toolCallId } of open) if (!goesOn(toolCallId)) await approvals.withdraw(approvalId);
}
