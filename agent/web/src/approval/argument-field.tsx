import { useId } from "react";
import { approvalTexts } from "../words/approval.ts";
import type { EditedField } from "./edited-arguments.ts";

interface ArgumentFieldProps {
  readonly field: EditedField;
  /** Where it is said what is wrong with it. */
  readonly problemId: string | undefined;
  readonly onChange: (field: EditedField) => void;
}

/** One argument in a form: its value, its name where it is new, and whether the call runs without it. */
export function ArgumentField({ field, problemId, onChange }: ArgumentFieldProps) {
  const { name, isText, value, isNew = false, isLeftOut = false } = field;
  const id = useId();
  const shown = name ?? approvalTexts.arguments;
  return (
    <div className="tw-ask-field" data-left-out={isLeftOut}>
      <div className="tw-ask-label">
        {isNew ? (
          <input
            type="text"
            aria-label={approvalTexts.newName}
            placeholder={approvalTexts.name}
            spellCheck={false}
            value={name}
            onChange={(event) => onChange({ ...field, name: event.target.value })}
          />
        ) : (
          <label htmlFor={id}>{isText ? shown : approvalTexts.asJson(shown)}</label>
        )}
        {name === undefined ? null : (
          <button
            type="button"
            className="tw-ask-leave-out"
            aria-label={isLeftOut ? approvalTexts.keepOne(shown) : approvalTexts.leaveOutOne(shown)}
            aria-pressed={isLeftOut}
            onClick={() => onChange({ ...field, isLeftOut: !isLeftOut })}
          >
            {isLeftOut ? approvalTexts.keep : approvalTexts.leaveOut}
          </button>
        )}
      </div>
      <textarea
        id={id}
        aria-label={isNew ? approvalTexts.newValue : undefined}
        rows={Math.min(12, value.split("\n", 12).length)}
        spellCheck={false}
        value={value}
        disabled={isLeftOut}
        aria-invalid={problemId !== undefined}
        aria-describedby={problemId}
        onChange={(event) => onChange({ ...field, value: event.target.value })}
      />
    </div>
  );
}
