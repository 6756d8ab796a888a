import { setTimeout as pause } from "node:timers/promises";
import type { ApprovalDecision, Approver, Conversation } from "@toolwright/core";
import type { ApproverOptions } from "../../port/approvals.ts";
import type { ChangeWatch } from "../../port/changes.ts";
import type { MaybePromise } from "../../port/maybe-promise.ts";
import { StoreError } from "../../port/store-error.ts";
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
      const until = left === undefined ? signal : AbortSignal.any([left, signal]);
      const known = await onceThere(() => questions.ask({ conversation: { channel, chatId }, request, tool }), until);
      if (known !== undefined) return known;
      onWaiting?.(request);
      const { approvalId } = request;
      let decision: ApprovalDecision | undefined;
      try {
        decision = await answer(questions, approvalId, until);
        return decision ?? refusal(approvalId, "The run was stopped.");
      } finally {
        if (decision === undefined && left?.aborted !== true) await questions.withdraw(approvalId);
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
      const decision = await onceThere(() => questions.answer(approvalId), signal);
      if (decision === "gone") return refusal(approvalId, "The conversation was deleted.");
      if (decision !== undefined || signal.aborted) return decision;
      await watch.changed(signal);
    }
  } finally {
    watch.stop();
  }
}

/** Milliseconds until a store that could not be reached, or was busy for too long, is asked again. */
const AGAIN_MS = 500;
const PASSING: ReadonlySet<string> = new Set(["unreachable", "busy"]);

/** What the store says when it can: a question that waits for a person waits for the store, too, until `signal`. */
async function onceThere<T>(ask: () => MaybePromise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !StoreError.isInstance(error) || !PASSING.has(error.code)) throw error;
      await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

function refusal(approvalId: string, reason: string): ApprovalDecision {
  return { approvalId, approve: false, reason };
}
