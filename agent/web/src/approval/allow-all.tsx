import { useAui, useAuiState } from "@assistant-ui/react";
import type { Approvals } from "./approvals.ts";
import { questionsTogether } from "./step-calls.ts";

interface AllowAllProps {
  /** The question beside which it stands. */
  readonly approvalId: string;
  readonly approvals: Approvals;
  /** Given the others. */
  readonly onAllow: (also: readonly string[]) => void;
}

const NO_PARTS: readonly unknown[] = [];

/**
 * Allows the calls of all questions that wait in the message. Nothing where it is the only one, or they may not be
 * answered together.
 */
export function AllowAll({ approvalId, approvals, onAllow }: AllowAllProps) {
  const aui = useAui();
  const count = useAuiState((state) => questionsTogether(state.optional.message?.parts ?? NO_PARTS, approvals).length);
  if (count < 2) return null;
  const allow = () =>
    onAllow(questionsTogether(aui.message.getState().parts, approvals).filter((asked) => asked !== approvalId));
  return <button type="button" onClick={allow}>{`Allow all ${count}`}</button>;
}
