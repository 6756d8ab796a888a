import type { SettledCall, ToolRunner } from "@toolwright/core";
import { isFields } from "@toolwright/core/internal";
import { type ForeignCall, foreignCall } from "./foreign-call.ts";

/** What a person answered to a question that another framework asked. */
export interface AskedDecision {
  readonly approve: boolean;
  readonly reason?: string;
}

/**
 * What came back from a framework that stopped for its user: only `true`, or an object that says so in the words of
 * Toolwright (`approve: true`), LangChain (`type: "approve"`) or Mastra (`approved: true`) and nothing against it, is a
 * yes. Whoever edited the arguments has not allowed the ones that were asked about.
 */
export function decisionIn(answer: unknown): AskedDecision {
  const [first] = isFields(answer) && Array.isArray(answer.decisions) ? answer.decisions : [answer];
  if (!isFields(first)) return { approve: first === true };
  const { approve, approved, type, reason, message } = first;
  const edited = EDITS.find((name) => first[name] !== undefined && first[name] !== null);
  if (edited !== undefined) return { approve: false, reason: notEdited(edited) };
  const words = [approve, approved, type === undefined ? undefined : type === "approve"];
  const said = [reason, message].find((text) => typeof text === "string");
  return {
    approve: words.includes(true) && words.every((word) => word === true || word === undefined),
    ...(typeof said === "string" && { reason: said }),
  };
}

/** What edited arguments are called. */
const EDITS = ["arguments", "args", "input", "editedArguments", "edited_action", "editedAction"];

function notEdited(name: string): string {
  return `Nothing was run: the answer has ${name}, and edited arguments cannot be taken here.`;
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
