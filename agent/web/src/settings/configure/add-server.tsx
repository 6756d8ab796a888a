import type { WantedServer } from "@toolwright/view/internal";
import { type FormEvent, useId, useState } from "react";
import { serversTexts } from "../../words/configuration.ts";
import { Either } from "./either.tsx";
import { Field } from "./field.tsx";
import { namedPairs, type Pair, PairFields } from "./pair-fields.tsx";

interface AddServerProps {
  readonly isBusy: boolean;
  readonly onLook: (wanted: WantedServer) => void;
}

/** A program with its arguments, or an address. Nothing is started by it. */
export function AddServer({ isBusy, onLook }: AddServerProps) {
  const [kind, setKind] = useState<"program" | "address">("program");
  const [name, setName] = useState("");
  const [target, setTarget] = useState("");
  const [args, setArgs] = useState("");
  const [pairs, setPairs] = useState<readonly Pair[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const named = { name: name.trim() };
    const values = namedPairs(pairs);
    const words = args.split("\n").filter((line) => line !== "");
    if (kind === "program") onLook({ ...named, command: target.trim(), args: words, env: values });
    else onLook({ ...named, url: target.trim(), headers: values });
  };
  const isProgram = kind === "program";
  return (
    <form className="set-form" aria-label={serversTexts.add} onSubmit={submit}>
      <h3>{serversTexts.add}</h3>
      <Either
        label={serversTexts.type}
        choices={[
          ["program", serversTexts.program],
          ["address", serversTexts.url],
        ]}
        chosen={kind}
        onChoose={setKind}
      />
      <Field
        label={serversTexts.name}
        hint={serversTexts.nameHint}
        required
        maxLength={32}
        value={name}
        onChange={setName}
      />
      <Field
        label={isProgram ? serversTexts.program : serversTexts.url}
        type={isProgram ? "text" : "url"}
        required
        placeholder={isProgram ? "npx" : "https://mcp.example/mcp"}
        value={target}
        onChange={setTarget}
      />
      {isProgram ? <ArgumentsField value={args} onChange={setArgs} /> : null}
      <PairFields
        key={kind}
        texts={isProgram ? serversTexts.variable : serversTexts.header}
        pairs={pairs}
        onChange={setPairs}
      />
      <button type="submit" disabled={isBusy}>
        {serversTexts.review}
      </button>
    </form>
  );
}

interface ArgumentsFieldProps {
  readonly value: string;
  readonly onChange: (args: string) => void;
}

/** One argument a line. */
function ArgumentsField({ value, onChange }: ArgumentsFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{serversTexts.arguments}</label>
      <textarea id={id} rows={3} spellCheck={false} value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}
