import { type QuestionField, spelledOnOneLine } from "@toolwright/view/internal";
import { questionTexts } from "@toolwright/view/internal/words";
import { useId } from "react";
import { approvalTexts } from "../words/approval.ts";

interface QuestionInputProps {
  readonly field: QuestionField;
  /** As it is typed; of several choices one in a line. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One field of a form: a line, a choice, or several. */
export function QuestionInput({ field, value, onChange }: QuestionInputProps) {
  const id = useId();
  const { label, description, required } = field;
  return (
    <div className="tw-ask-field">
      <label htmlFor={id}>
        {spelledOnOneLine(label)}
        {required ? "" : ` (${questionTexts.optional})`}
      </label>
      {description === undefined ? null : <p className="tw-note">{spelledOnOneLine(description)}</p>}
      <Input {...{ id, field, value, onChange }} />
    </div>
  );
}

function Input({ id, field, value, onChange }: QuestionInputProps & { readonly id: string }) {
  const { kind, choices } = field;
  const offered = kind === "yes_no" ? yesAndNo() : choices;
  if (kind === "choices") {
    const chosen = value.split("\n").filter((one) => one !== "");
    return (
      <select
        id={id}
        multiple
        value={chosen}
        onChange={(event) => onChange([...event.target.selectedOptions].map((option) => option.value).join("\n"))}
      >
        {offered.map(option)}
      </select>
    );
  }
  if (kind === "choice" || kind === "yes_no") {
    return (
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value=""> </option>
        {offered.map(option)}
      </select>
    );
  }
  return (
    <input
      id={id}
      type="text"
      inputMode={kind === "text" ? "text" : "decimal"}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function yesAndNo() {
  return [
    { value: "yes", label: approvalTexts.yes },
    { value: "no", label: approvalTexts.no },
  ];
}

function option({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <option key={value} value={value}>
      {spelledOnOneLine(label)}
    </option>
  );
}
