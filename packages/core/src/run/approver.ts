import type { ApprovalDecision, ApprovalRequest } from "../journal/event.ts";
import type { Tool } from "../tool/tool.ts";

/** Answers the asks of a policy: a person, usually. Without one every ask is denied. */
export interface Approver {
  /** `signal` is aborted when the answer is no longer wanted. A rejection counts as a refusal. */
  approve(request: ApprovalRequest, tool: Tool, signal: AbortSignal): Promise<ApprovalDecision>;
}

/** The questions of one conversation: asked one at a time, each answer good for one call. */
export class ApprovalQueue {
  readonly #used = new Set<string>();
  #tail: Promise<unknown> = Promise.resolve();

  /** Runs `ask` when every earlier question has been answered. */
  inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(ask);
    this.#tail = turn.catch(() => undefined);
    return turn;
  }

  isUsed(approvalId: string): boolean {
    return this.#used.has(approvalId);
  }

  use(approvalId: string): void {
    this.#used.add(approvalId);
  }
}

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
