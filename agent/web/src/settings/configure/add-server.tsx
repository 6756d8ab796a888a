import type { WantedServer } from "@toolwright/view/internal";
import { type FormEvent, useId, useState } from "react";
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
  const argsId = useId();
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
    <form className="set-form" aria-label="Add an MCP server" onSubmit={submit}>
      <h3>Add an MCP server</h3>
      <Either
        label="Type"
        choices={[
          ["program", "Program"],
          ["address", "URL"],
        ]}
        chosen={kind}
        onChoose={setKind}
      />
      <Field
        label="Name"
        hint="Letters, digits, - and single _. The names of its tools begin with it."
        required
        maxLength={32}
        value={name}
        onChange={setName}
      />
      <Field
        label={isProgram ? "Program" : "URL"}
        type={isProgram ? "text" : "url"}
        required
        placeholder={isProgram ? "npx" : "https://mcp.example/mcp"}
        value={target}
        onChange={setTarget}
      />
      {isProgram ? (
        <div className="field">
          <label htmlFor={argsId}>Arguments (one per line)</label>
          <textarea
            id={argsId}
            rows={3}
            spellCheck={false}
            value={args}
            onChange={(event) => setArgs(event.target.value)}
          />
        </div>
      ) : null}
      <PairFields
        key={kind}
        label={isProgram ? "Variable" : "Header"}
        hint={
          isProgram
            ? "Set in its environment and kept in the file. Leave a value empty to pass on the one this server has."
            : "Sent with every request and kept in the file."
        }
        pairs={pairs}
        onChange={setPairs}
      />
      <button type="submit" disabled={isBusy}>
        Review …
      </button>
    </form>
  );
}
