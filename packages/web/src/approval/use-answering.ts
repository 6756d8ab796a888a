import { useState } from "react";
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
  const send = async (answer: ApprovalAnswer) => {
    setSending(true);
    setProblem(undefined);
    const refused = await decide(answer).catch(() => "The answer could not be sent.");
    setSending(false);
    if (refused === undefined) onAnswered(answer);
    else setProblem(refused);
  };
  return { send, isSending, problem };
}
