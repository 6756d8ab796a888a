import type { ApprovalDecision, Approver, Conversation } from "@toolwright/core";
import type { ApproverOptions } from "../../port/approvals.ts";
import type { ChangeWatch } from "../../port/changes.ts";
import type { MaybePromise } from "../../port/maybe-promise.ts";
import { checkRange } from "../check-ranges.ts";
import type { Asked } from "./binding-of.ts";

/** The questions of a store, as one who asks needs them. */
export interface Questions {
  /** Stores a question, or finds it again after a restart. An answer where there is nothing to wait for. */
  ask(asked: Asked): MaybePromise<ApprovalDecision | undefined>;
  /** Undefined while there is none; `gone` when the question was deleted with its conversation. */
  answer(approvalId: string): MaybePromise<ApprovalDecision | "gone" | undefined>;
  /** Takes a question back. A store that is closed with its process keeps it: the resumed run asks it again. */
  withdraw(approvalId: string): MaybePromise<void>;
  watch(): ChangeWatch;
}

/** An approver whose questions stand in a store. A question that nobody waits for any more is withdrawn. */
export function createApprover(
  questions: Questions,
  { channel, chatId }: Conversation,
  options: ApproverOptions = {},
): Approver {
  checkRange("approvals.approver", options);
  const { onWaiting, left } = options;
  return {
    async approve(request, tool, signal) {
      const known = await questions.ask({ conversation: { channel, chatId }, request, tool });
      if (known !== undefined) return known;
      onWaiting?.(request);
      const { approvalId } = request;
      const until = left === undefined ? signal : AbortSignal.any([left, signal]);
      try {
        return (await answer(questions, approvalId, until)) ?? refusal(approvalId, "The run was stopped.");
      } finally {
        if (left?.aborted !== true) await questions.withdraw(approvalId);
      }
    },
    async takeBack(approvalId) {
      // What was answered before cannot be taken back, and nothing is answered any more.
      await questions.withdraw(approvalId);
      const answered = await questions.answer(approvalId);
      return answered === "gone" ? undefined : answered;
    },
  };
}

/** Undefined when `signal` is aborted first. */
async function answer(
  questions: Questions,
  approvalId: string,
  signal: AbortSignal,
): Promise<ApprovalDecision | undefined> {
  const watch = questions.watch();
  try {
    for (;;) {
      const decision = await questions.answer(approvalId);
      if (decision === "gone") return refusal(approvalId, "The conversation was deleted.");
      if (decision !== undefined || signal.aborted) return decision;
      await watch.changed(signal);
    }
  } finally {
    watch.stop();
  }
}

function refusal(approvalId: string, reason: string): ApprovalDecision {
  return { approvalId, approve: false, reason };
}
