import { useId } from "react";
import { approvalTexts } from "../words/approval.ts";
import { ArgumentField } from "./argument-field.tsx";
import { type Edited, type EditedField, fieldsToEdit, newField, readEdited, wholeToEdit } from "./edited-arguments.ts";
import { StepButtons } from "./step-buttons.tsx";
import { useDraft } from "./use-draft.ts";

interface ArgumentsEditorProps {
  readonly approvalId: string;
  readonly given: unknown;
  /** With `arguments` where they are others than those given. */
  readonly onSend: (edited: { readonly arguments?: unknown }) => void;
  readonly onBack: () => void;
}

/**
 * A form over the arguments of a call: a field for each, which may be left out, further ones, or all of them as JSON.
 */
export function ArgumentsEditor({ approvalId, given, onSend, onBack }: ArgumentsEditorProps) {
  const [fields, setFields] = useDraft(approvalId, "fields", () => fieldsToEdit(given));
  const edited = readEdited(fields, given);
  const problemId = useId();
  const isWhole = fields.some(({ name }) => name === undefined);
  const send = () => {
    if (edited.ok) onSend("arguments" in edited ? { arguments: edited.arguments } : {});
  };
  const now = edited.ok && "arguments" in edited ? edited.arguments : given;
  return (
    <>
      {fields.map((field, place) => (
        <ArgumentField
          // biome-ignore lint/suspicious/noArrayIndexKey: a field keeps its place, and its name may be written.
          key={place}
          field={field}
          problemId={isAbout(edited, field) ? problemId : undefined}
          onChange={(changed) => setFields(fields.map((other) => (other === field ? changed : other)))}
        />
      ))}
      {edited.ok ? null : (
        <p className="tw-error" id={problemId} role="alert">
          {edited.problem}
        </p>
      )}
      <div className="tw-ask-tools">
        {isWhole ? null : (
          <button type="button" onClick={() => setFields(newField(fields))}>
            {approvalTexts.addArgument}
          </button>
        )}
        {isWhole ? null : (
          <button type="button" onClick={() => setFields(wholeToEdit(now))}>
            {approvalTexts.editAsJson}
          </button>
        )}
      </div>
      <StepButtons onBack={onBack}>
        <button type="button" className="tw-allow" disabled={!edited.ok} onClick={send}>
          {edited.ok && !("arguments" in edited) ? approvalTexts.allowOnce : approvalTexts.allowEdited}
        </button>
      </StepButtons>
    </>
  );
}

function isAbout(edited: Edited, field: EditedField): boolean {
  return !edited.ok && edited.name === field.name;
}
