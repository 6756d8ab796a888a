import { ruleWords, spelledOnOneLine } from "@toolwright/view/internal";
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
      <p>{rules.length === 1 ? "This rule is saved. Calls that match it run without asking:" : RULES}</p>
      <ul className="tw-ask-rules">
        {rules.map((rule) => (
          <li key={rule}>
            <code>{spelledOnOneLine(rule)}</code>
            <span className="tw-note"> {spelledOnOneLine(ruleWords(rule))}</span>
          </li>
        ))}
      </ul>
      {never === undefined ? null : (
        <p className="tw-note">
          A call like this one is asked about all the same: {spelledOnOneLine(never.slice(0, 600))}
        </p>
      )}
      <StepButtons onBack={onBack}>
        <button type="button" className="tw-allow" onClick={onSend}>
          Save and allow
        </button>
        {onKeep === undefined ? null : (
          <button type="button" onClick={onKeep}>
            Allow in this conversation
          </button>
        )}
      </StepButtons>
    </>
  );
}

const RULES = "These rules are saved. Calls that match them run without asking:";
