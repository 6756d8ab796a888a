import type { ApprovalDecision, ApprovalRequest, Conversation, Tool } from "@toolwright/core";
import type { McpStore } from "../store.port.ts";
import { GOOD_FOR_MS } from "./request-states.ts";

/** A question that is put to the client's person: may this call run? */
export interface OpenQuestion {
  readonly request: ApprovalRequest;
  readonly tool: Tool;
  readonly owner: Conversation;
}

/** Questions that wait between two rounds of a call. Each can be claimed once, within ten minutes. */
export interface Questions {
  /** Resolves when the question is stored. */
  open(question: OpenQuestion): Promise<void>;
  /** Whether this answer was the first, in time, and of who was asked. */
  claim(decision: ApprovalDecision, owner: Conversation): Promise<boolean>;
}

const MAX_OPEN = 10_000;

/** Questions that end with this process. */
export class MemoryQuestions implements Questions {
  readonly #open = new Map<string, { readonly until: number; readonly chatId: string }>();

  async open({ request, owner }: OpenQuestion): Promise<void> {
    const [oldest] = this.#open.keys();
    if (this.#open.size >= MAX_OPEN && oldest !== undefined) this.#open.delete(oldest);
    this.#open.set(request.approvalId, { until: Date.now() + GOOD_FOR_MS, chatId: owner.chatId });
  }

  async claim({ approvalId }: ApprovalDecision, { chatId }: Conversation): Promise<boolean> {
    const question = this.#open.get(approvalId);
    if (question?.chatId !== chatId) return false;
    this.#open.delete(approvalId);
    return question.until > Date.now();
  }
}

/** Questions in a store: claimed once over all processes, also over those to come. */
export class StoredQuestions implements Questions {
  readonly #approvals: McpStore["approvals"];

  constructor({ approvals }: McpStore) {
    this.#approvals = approvals;
  }

  async open({ request, tool, owner }: OpenQuestion): Promise<void> {
    const asked = { ...request, expiresAt: Date.now() + GOOD_FOR_MS };
    let failed: unknown;
    this.#approvals
      .approver(owner)
      .approve(asked, tool, AbortSignal.timeout(GOOD_FOR_MS))
      .catch((thrown) => {
        failed = thrown;
      });
    // The store's approver asks and waits in one; what is waited for here is only that it has asked.
    while ((await this.#approvals.get(request.approvalId)) === undefined) {
      if (failed !== undefined) throw failed;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  async claim(decision: ApprovalDecision, owner: Conversation): Promise<boolean> {
    const { outcome } = await this.#approvals.claim(decision, { conversation: owner });
    return outcome === "accepted";
  }
}
