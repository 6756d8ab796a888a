import { type CallRisk, spelledOnOneLine } from "@toolwright/view/internal";
import { useId, useState } from "react";
import { approvalTexts } from "../words/approval.ts";
import { StepButtons } from "./step-buttons.tsx";

/** What an answer to a question from inside a program may allow besides. */
export interface OfferedMore {
  readonly toolName: string;
  /** Questions about the same tool that the program has open besides. */
  readonly waiting: number;
}

interface MoreCallsProps {
  readonly offered: OfferedMore;
  readonly level: CallRisk["level"] | undefined;
  readonly onSend: (more: { readonly toolName: string; readonly times: number }) => void;
  readonly onBack: () => void;
}

/** Calls that one answer may allow besides. */
const MOST = 1_000;

/** Asks how many more calls of a tool a program may make without a question. */
export function MoreCalls({ offered: { toolName, waiting }, level, onSend, onBack }: MoreCallsProps) {
  const [text, setText] = useState(String(Math.min(MOST, Math.max(1, waiting))));
  const id = useId();
  const times = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  const fits = times >= 1 && times <= MOST;
  return (
    <>
      <div className="tw-ask-field">
        <label htmlFor={id}>{approvalTexts.howManyMore(spelledOnOneLine(toolName.slice(0, 100)))}</label>
        <input
          id={id}
          type="number"
          min={1}
          max={MOST}
          step={1}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <p className="tw-note">{approvalTexts.notShownYet}</p>
      <StepButtons onBack={onBack}>
        <button
          type="button"
          className="tw-allow"
          data-level={level}
          disabled={!fits}
          onClick={() => onSend({ toolName, times })}
        >
          {approvalTexts.allowMore(fits ? times : 0)}
        </button>
      </StepButtons>
    </>
  );
}
