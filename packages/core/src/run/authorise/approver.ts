import type { ApprovalDecision, ApprovalRequest } from "../../journal/event.ts";
import type { Tool } from "../../tool/tool.ts";

/** Answers the asks of a policy: a person, usually. Without one every ask is denied. */
export interface Approver {
  /** `signal` is aborted when the answer is no longer wanted. A rejection counts as a refusal. */
  approve(request: ApprovalRequest, tool: Tool, signal: AbortSignal): Promise<ApprovalDecision>;
}
