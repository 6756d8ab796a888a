import type { ApprovalDecision, ApprovalRequest } from "../journal/event.ts";
import type { Tool } from "../tool/tool.ts";
import { checkDecision, whyNotMore } from "./decision.ts";
import type { Approver } from "./policy.ts";

/** What became of an answer. `other_preview`: it names another preview than its question has, which stays open. */
export type AnswerOutcome = "accepted" | "used" | "unknown" | "other_preview";

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

  /** Answers one question, once. Throws a `TypeError` for what is no decision, and the question stays open. */
  answer(decision: ApprovalDecision): AnswerOutcome {
    const given = checkDecision("What PendingApprovals.answer is given", decision);
    const { approvalId } = given;
    const waiting = this.#open.get(approvalId);
    if (waiting === undefined) return this.#answered.has(approvalId) ? "used" : "unknown";
    if ((given.preview ?? waiting.request.preview) !== waiting.request.preview) return "other_preview";
    const wrong = whyNotMore(given, waiting.request);
    if (wrong !== undefined) throw new TypeError(`What PendingApprovals.answer is given cannot count: ${wrong}.`);
    this.#open.delete(approvalId);
    this.#remember(approvalId);
    waiting.answer(given);
    return "accepted";
  }

  #remember(approvalId: string): void {
    this.#answered.add(approvalId);
    const [oldest] = this.#answered;
    if (this.#answered.size > REMEMBERED && oldest !== undefined) this.#answered.delete(oldest);
  }
}
