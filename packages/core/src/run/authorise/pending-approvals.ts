import type { ApprovalDecision, ApprovalRequest } from "../../journal/event.ts";
import type { Tool } from "../../tool/tool.ts";
import type { Approver } from "./approver.ts";

/** What became of an answer. */
export type AnswerOutcome = "accepted" | "used" | "unknown";

/** How many answered ids are remembered, to tell "used" from "unknown". */
const REMEMBERED = 1000;

/** An approver for answers that come from elsewhere: a web page, a chat, another process. */
export class PendingApprovals implements Approver {
  readonly #open = new Map<string, { request: ApprovalRequest; answer: (decision: ApprovalDecision) => void }>();
  readonly #answered = new Set<string>();

  /** The questions that wait for an answer, oldest first. */
  list(): ApprovalRequest[] {
    return [...this.#open.values()].map(({ request }) => request);
  }

  approve(request: ApprovalRequest, _tool: Tool, signal: AbortSignal): Promise<ApprovalDecision> {
    return new Promise((resolve) => {
      if (signal.aborted) return;
      this.#open.set(request.approvalId, { request, answer: resolve });
      signal.addEventListener("abort", () => this.#open.delete(request.approvalId), { once: true });
    });
  }

  /** Answers one question, once. */
  answer(decision: ApprovalDecision): AnswerOutcome {
    const waiting = this.#open.get(decision.approvalId);
    if (waiting === undefined) return this.#answered.has(decision.approvalId) ? "used" : "unknown";
    this.#open.delete(decision.approvalId);
    this.#remember(decision.approvalId);
    waiting.answer(decision);
    return "accepted";
  }

  #remember(approvalId: string): void {
    this.#answered.add(approvalId);
    const [oldest] = this.#answered;
    if (this.#answered.size > REMEMBERED && oldest !== undefined) this.#answered.delete(oldest);
  }
}
