import { ruleWords, spelledOnOneLine } from "@toolwright/view/internal";
import { approvalTexts } from "../words/approval.ts";
import { StepButtons } from "./step-buttons.tsx";

interface RulesToSaveProps {
  readonly rules: readonly string[];
  /** Why they are not enough for this call, where that is so. */
  readonly never: string | undefined;
  readonly onSend: () => void;
  /** Keeps them for this conversation; undefined where that is not done. */
  readonly onKeep: (() => void) | undefined;
  readonly onBack: () => void;
}

/** Shows the rules that "always" saves before it saves them. */
export function RulesToSave({ rules, never, onSend, onKeep, onBack }: RulesToSaveProps) {
  return (
    <>
      <p>{rules.length === 1 ? approvalTexts.savesRule : approvalTexts.savesRules}</p>
      <ul className="tw-ask-rules">
        {rules.map((rule) => (
          <li key={rule}>
            <code>{spelledOnOneLine(rule)}</code>
            <span className="tw-note"> {spelledOnOneLine(ruleWords(rule))}</span>
          </li>
        ))}
      </ul>
      {never === undefined ? null : (
        <p className="tw-note">{approvalTexts.stillAsked(spelledOnOneLine(never.slice(0, 600)))}</p>
      )}
      <StepButtons onBack={onBack}>
        <button type="button" className="tw-allow" onClick={onSend}>
          {approvalTexts.saveAndAllow}
        </button>
        {onKeep === undefined ? null : (
          <button type="button" onClick={onKeep}>
            {approvalTexts.allowInConversation}
          </button>
        )}
      </StepButtons>
    </>
  );
}
