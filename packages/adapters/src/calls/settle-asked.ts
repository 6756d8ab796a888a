import type { SettledCall, ToolRunner } from "@toolwright/core";
import { isFields } from "@toolwright/core/internal";
import { type ForeignCall, foreignCall } from "./foreign-call.ts";

/** What a person answered to a question that another framework asked. */
export interface AskedDecision {
  readonly approve: boolean;
  readonly reason?: string;
}

/**
 * What came back from a framework that stopped for its user: only `true`, or an object that says so in the words of Toolwright
 * (`approve: true`), LangChain (`type: "approve"`) or Mastra (`approved: true`), is a yes.
 */
export function decisionIn(answer: unknown): AskedDecision {
  const [first] = isFields(answer) && Array.isArray(answer.decisions) ? answer.decisions : [answer];
  if (!isFields(first)) return { approve: first === true };
  const { approve, approved, type, reason, message } = first;
  const said = [reason, message].find((text) => typeof text === "string");
  return {
    approve: approve === true || approved === true || type === "approve",
    ...(typeof said === "string" && { reason: said }),
  };
}

/** Runs a call about which the framework has asked, or refuses it in the words of the person. */
export function settleAsked(runner: ToolRunner, call: ForeignCall, decision: AskedDecision): Promise<SettledCall> {
  if (decision.approve) return foreignCall(runner, { ...call, approvals: "framework" });
  const reason = decision.reason ?? "The user refused this call.";
  return foreignCall(runner, {
    ...call,
    approvals: "runner",
    approver: { approve: async ({ approvalId }) => ({ approvalId, approve: false, reason }) },
  });
}
