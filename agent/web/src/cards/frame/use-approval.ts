import { fieldIn, textIn } from "@toolwright/view/internal";
import { useMemo } from "react";
import type { ShownCall } from "../shown-call.ts";
import { useCallNote } from "./use-call-notes.ts";

export type Approval = NonNullable<ShownCall["approval"]>;

/** The question about a call: the part's own, or what the stream of a Toolwright server tells beside it. */
export function useApproval({ approval, toolCallId }: ShownCall): Approval | undefined {
  const question = useCallNote(toolCallId, "question");
  const decision = useCallNote(toolCallId, "decision");
  return useMemo(() => approval ?? toldApproval(question, decision), [approval, question, decision]);
}

function toldApproval(question: unknown, decision: unknown): Approval | undefined {
  const id = textIn(question, "approvalId");
  if (id === undefined) return undefined;
  const prompt = textIn(question, "reason");
  const asked = { id, ...(prompt === undefined ? {} : { prompt }) };
  const approved = fieldIn(decision, "approve");
  if (typeof approved !== "boolean") return asked;
  const reason = textIn(decision, "reason");
  return { ...asked, approved, ...(reason === undefined ? {} : { reason }) };
}
