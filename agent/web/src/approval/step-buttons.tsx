import type { PropsWithChildren } from "react";
import { approvalTexts } from "../words/approval.ts";

/** The buttons below one step of an answer: what it does, and the way back to the choices. */
export function StepButtons({ onBack, children }: PropsWithChildren<{ readonly onBack: () => void }>) {
  return (
    <div className="tw-ask-buttons">
      {children}
      <button type="button" onClick={onBack}>
        {approvalTexts.back}
      </button>
    </div>
  );
}
