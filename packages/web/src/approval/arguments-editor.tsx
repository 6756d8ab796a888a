import { useId, useState } from "react";
import { type Edited, type EditedField, fieldsToEdit, readEdited } from "./edited-arguments.ts";
import { StepButtons } from "./step-buttons.tsx";

interface ArgumentsEditorProps {
  readonly given: unknown;
  /** With `arguments` where they are others than those given. */
  readonly onSend: (edited: { readonly arguments?: unknown }) => void;
  readonly onBack: () => void;
}

/** A form over the arguments of a call: a field for each, and JSON where a value is no text. */
export function ArgumentsEditor({ given, onSend, onBack }: ArgumentsEditorProps) {
  const [fields, setFields] = useState(() => fieldsToEdit(given));
  const edited = readEdited(fields, given);
  const problemId = useId();
  const send = () => {
    if (edited.ok) onSend("arguments" in edited ? { arguments: edited.arguments } : {});
  };
  return (
    <>
      {fields.map((field) => (
        <Field
          key={field.name ?? ""}
          field={field}
          problemId={isAbout(edited, field) ? problemId : undefined}
          onChange={(value) => setFields(fields.map((other) => (other === field ? { ...field, value } : other)))}
        />
      ))}
      {edited.ok ? null : (
        <p className="tw-error" id={problemId} role="alert">
          {edited.problem}
        </p>
      )}
      <StepButtons onBack={onBack}>
        <button type="button" className="tw-allow" disabled={!edited.ok} onClick={send}>
          {edited.ok && !("arguments" in edited) ? "Allow once" : "Allow with these arguments"}
        </button>
      </StepButtons>
    </>
  );
}

function isAbout(edited: Edited, field: EditedField): boolean {
  return !edited.ok && edited.name === field.name;
}

interface FieldProps {
  readonly field: EditedField;
  /** Where it is said what is wrong with it. */
  readonly problemId: string | undefined;
  readonly onChange: (value: string) => void;
}

function Field({ field: { name, isText, value }, problemId, onChange }: FieldProps) {
  const id = useId();
  return (
    <div className="tw-ask-field">
      <label htmlFor={id}>
        {name ?? "Arguments"}
        {isText ? "" : " (JSON)"}
      </label>
      <textarea
        id={id}
        rows={Math.min(12, value.split("\n", 12).length)}
        spellCheck={false}
        value={value}
        aria-invalid={problemId !== undefined}
        aria-describedby={problemId}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
