import { type ToolCallMessagePartProps, useAuiState } from "@assistant-ui/react";
import type { PendingQuestion } from "@toolwright/view";
import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";
import { ToolCallCard } from "../cards/tool-call-card.tsx";

/** Questions of a run about calls that its message does not have: those that a sub-agent wants to make. */
export function OtherQuestions() {
  const isRunning = useAuiState((s) => s.message.status?.type === "running");
  return isRunning ? <Unasked /> : null;
}

function Unasked() {
  const { thread, threads } = useServices();
  const threadId = useStore(thread, (state) => state.threadId);
  const pending = useStore(threads, (state) => state.pending);
  const asked = useAuiState((s) => (pending.length === 0 ? "" : callIds(s.message.parts).join("\n")));
  const known = new Set(asked.split("\n"));
  return pending
    .filter((question) => question.threadId === threadId && !known.has(question.toolCallId))
    .map((question) => <ToolCallCard key={question.approvalId} {...callOf(question)} />);
}

function callIds(parts: readonly { readonly type: string; readonly toolCallId?: string }[]): string[] {
  return parts.flatMap(({ toolCallId }) => toolCallId ?? []);
}

/** The call as a part of a message, which it will never be: what a sub-agent does is told in its report. */
function callOf({
  approvalId,
  toolCallId,
  toolName,
  arguments: args,
  reason,
}: PendingQuestion): ToolCallMessagePartProps {
  return {
    type: "tool-call",
    toolCallId,
    toolName,
    args,
    argsText: JSON.stringify(args),
    status: { type: "running" },
    approval: { id: approvalId, ...(reason === undefined ? {} : { prompt: reason }) },
    addResult: nothing,
    resume: nothing,
    respondToApproval: async () => undefined,
  };
}

function nothing(): void {}
