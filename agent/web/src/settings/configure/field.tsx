import { type InputHTMLAttributes, useId } from "react";

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> {
  readonly label: string;
  /** What is to be known of it, below its name. */
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A line to write in, with its name above it. */
export function Field({ label, hint, onChange, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint === undefined ? null : (
        <span id={`${id}-hint`} className="quiet-text">
          {hint}
        </span>
      )}
      <input
        autoComplete="off"
        spellCheck={false}
        {...input}
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
