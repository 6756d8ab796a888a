import { useId } from "react";
import { approvalTexts } from "../words/approval.ts";
import { StepButtons } from "./step-buttons.tsx";
import { useDraft } from "./use-draft.ts";

interface RefusalNoteProps {
  readonly approvalId: string;
  readonly onSend: (note: string) => void;
  readonly onBack: () => void;
}

/** Asks for what the agent is told of a refusal. */
export function RefusalNote({ approvalId, onSend, onBack }: RefusalNoteProps) {
  const [note, setNote] = useDraft(approvalId, "note", () => "");
  const fieldId = useId();
  return (
    <>
      <label htmlFor={fieldId}>{approvalTexts.note}</label>
      <textarea
        id={fieldId}
        rows={2}
        maxLength={2_000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <StepButtons onBack={onBack}>
        <button type="button" className="tw-refuse" disabled={note.trim() === ""} onClick={() => onSend(note.trim())}>
          {approvalTexts.refuse}
        </button>
      </StepButtons>
    </>
  );
}
