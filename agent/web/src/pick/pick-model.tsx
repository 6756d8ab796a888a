import type { FoundModels, OfferedPicking } from "@toolwright/view/internal";
import { type FormEvent, useId, useState } from "react";
import { useServices } from "../base/services.ts";
import { pickTexts } from "../words/models.ts";

/** How a person gives the agent a model, where none was named: each way is a choice of its own. */
export function PickModel({ providers, recorded }: OfferedPicking) {
  const { api, thread, choice } = useServices();
  const [problem, setProblem] = useState<string>();
  const pick = async (body: object) => {
    const answer = await api.post("/api/models/pick", body);
    // What the page knows of the agent is read again.
    if (answer.ok) location.reload();
    else setProblem(answer.error);
  };
  const watch = () => void thread.send({ content: recorded.message, ...choice.sent(), model: recorded.model });
  return (
    <section className="pick-model" aria-labelledby="pick-model">
      <h3 id="pick-model">{pickTexts.heading}</h3>
      <LocalModels onPick={(model) => void pick({ model })} onProblem={setProblem} />
      <KeyForm providers={providers} onKey={(key) => void pick(key)} />
      <button type="button" className="pick-way" onClick={watch}>
        <strong>{pickTexts.watch}</strong>
        <span>{pickTexts.watchAbout}</span>
      </button>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
    </section>
  );
}

interface LocalModelsProps {
  readonly onPick: (model: string) => void;
  readonly onProblem: (problem: string | undefined) => void;
}

function LocalModels({ onPick, onProblem }: LocalModelsProps) {
  const { api } = useServices();
  const [found, setFound] = useState<FoundModels["models"]>();
  const look = async () => {
    const answer = await api.post<FoundModels>("/api/models/look");
    onProblem(answer.ok ? undefined : answer.error);
    if (answer.ok) setFound(answer.value.models);
  };
  return (
    <>
      <button type="button" className="pick-way" onClick={() => void look()}>
        <strong>{pickTexts.look}</strong>
        <span>{pickTexts.lookAbout}</span>
      </button>
      <output>
        {found?.length === 0 ? pickTexts.noneFound : null}
        {found?.map(({ model, label }) => (
          <button key={model} type="button" onClick={() => onPick(model)}>
            {pickTexts.takeModel(label)}
          </button>
        ))}
      </output>
    </>
  );
}

interface KeyFormProps {
  readonly providers: readonly string[];
  readonly onKey: (key: { readonly key: string; readonly provider?: string }) => void;
}

function KeyForm({ providers, onKey }: KeyFormProps) {
  const [key, setKey] = useState("");
  const [provider, setProvider] = useState("");
  const fieldId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setKey("");
    if (key.trim() !== "") onKey({ key: key.trim(), ...(provider !== "" && { provider }) });
  };
  return (
    <form className="pick-way" onSubmit={submit}>
      <label htmlFor={fieldId}>
        <strong>{pickTexts.key}</strong>
        <span>{pickTexts.keyAbout}</span>
      </label>
      <span className="pick-key">
        <input
          id={fieldId}
          type="password"
          autoComplete="off"
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
        <select aria-label={pickTexts.provider} value={provider} onChange={(event) => setProvider(event.target.value)}>
          <option value="">{pickTexts.detect}</option>
          {providers.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <button type="submit">{pickTexts.use}</button>
      </span>
    </form>
  );
}
