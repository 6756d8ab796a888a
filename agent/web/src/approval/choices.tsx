import { type CallRisk, spelledOnOneLine } from "@toolwright/view/internal";
import { approvalTexts } from "../words/approval.ts";
import type { ApprovalAnswer, Approvals } from "./approvals.ts";
import { QuestionTray } from "./question-tray.tsx";
import type { SureYes } from "./use-sure-yes.ts";

/** Where a user is in answering. */
export type Step = "choose" | "edit" | "always" | "more" | "note";

interface ChoicesProps {
  readonly approvalId: string;
  /** How far the call gets at worst, where that is known: the colour of its yes. */
  readonly level: CallRisk["level"] | undefined;
  /** Undefined where nothing but a yes or a no can be given. */
  readonly approvals: Approvals | undefined;
  readonly send: (answer: ApprovalAnswer) => void;
  readonly yes: SureYes;
  readonly setStep: (step: Step) => void;
  readonly canSave: boolean;
  /** Why nothing can be saved, where that is known. */
  readonly never: string | undefined;
}

/** Characters of why nothing can be saved. */
const WHY = 600;

/** The answers to choose from; a key stands on those that have one. */
export function Choices({ approvalId, level, approvals, send, yes, setStep, canSave, never }: ChoicesProps) {
  return (
    <>
      {approvals === undefined ? null : <QuestionTray {...{ approvalId, approvals }} />}
      <div className="tw-ask-buttons">
        <button
          type="button"
          className="tw-allow"
          data-level={level}
          data-lasting={yes.isSure ? undefined : true}
          data-held={yes.isHeld}
          title={yes.isSure ? undefined : approvalTexts.hold}
          aria-keyshortcuts="1"
          data-key="1"
          onPointerDown={yes.hold}
          onPointerMove={yes.move}
          onLostPointerCapture={yes.release}
          onContextMenu={(event) => event.preventDefault()}
          onClick={yes.press}
        >
          {approvalTexts.allowOnce}
        </button>
        {canSave ? (
          <button type="button" aria-keyshortcuts="2" data-key="2" onClick={() => setStep("always")}>
            {approvalTexts.always}
          </button>
        ) : null}
        {approvals?.moreFor?.(approvalId) === undefined ? null : (
          <button type="button" onClick={() => setStep("more")}>
            {approvalTexts.more}
          </button>
        )}
        {approvals === undefined ? null : (
          <button type="button" onClick={() => setStep("edit")}>
            {approvalTexts.edit}
          </button>
        )}
        <button type="button" aria-keyshortcuts="3" data-key="3" onClick={() => setStep("note")}>
          {approvalTexts.refuseWithNote}
        </button>
        <button type="button" className="tw-refuse" onClick={() => send({ approve: false })}>
          {approvalTexts.refuseAndStop}
        </button>
      </div>
      <p className="tw-note tw-half" role="status">
        {yes.isHalf ? approvalTexts.holdOrAgain : ""}
      </p>
      {canSave || never === undefined ? null : <p className="tw-note">{spelledOnOneLine(never.slice(0, WHY))}</p>}
    </>
  );
}
