import { useRef, useState } from "react";
import { approvalTexts } from "../words/approval.ts";
import type { ApprovalAnswer } from "./approvals.ts";
import type { Decide } from "./use-decide.ts";

/** An answer on its way. */
export interface Answering {
  readonly send: (answer: ApprovalAnswer) => Promise<void>;
  readonly isSending: boolean;
  /** Why the last answer did not count. */
  readonly problem: string | undefined;
}

/** Sends answers; `onAnswered` hears of the one that counted. */
export function useAnswering(decide: Decide, onAnswered: (answer: ApprovalAnswer) => void): Answering {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isUnderWay = useRef(false);
  const send = async (answer: ApprovalAnswer) => {
    // Two clicks may come before the buttons are seen to be off.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setSending(true);
    setProblem(undefined);
    const refused = await decide(answer).catch(() => approvalTexts.notSent);
    isUnderWay.current = false;
    setSending(false);
    if (refused === undefined) onAnswered(answer);
    else setProblem(refused);
  };
  return { send, isSending, problem };
}
