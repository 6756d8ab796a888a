import {
  type ConfiguredModel,
  type ShownConfiguration,
  spelledOnOneLine,
  type WantedModel,
} from "@toolwright/view/internal";
import { type FormEvent, useId, useState } from "react";
import { Either } from "./either.tsx";
import { Field } from "./field.tsx";
import type { Configuration } from "./use-configuration.ts";

interface ModelsPanelProps extends Configuration {
  readonly models: NonNullable<ShownConfiguration["models"]>;
}

/** The models that can be chosen, and a form that adds one. */
export function ModelsPanel({ models: { offered, providers }, change, isBusy }: ModelsPanelProps) {
  const use = (model: string) => void change((api) => api.put("/api/configuration/models/usual", { model }));
  const remove = (model: string) =>
    void change((api) => api.delete(`/api/configuration/models?model=${encodeURIComponent(model)}`));
  return (
    <>
      <p className="quiet-text">Threads without a chosen model use the default one.</p>
      <ul className="set-list">
        {offered.map((one) => (
          <li key={one.model}>
            <div>
              <code>{spelledOnOneLine(one.model)}</code>
              <span className="quiet-text">{about(one)}</span>
            </div>
            {one.isUsual ? null : (
              <button
                type="button"
                disabled={isBusy}
                aria-label={`Use by default: ${one.model}`}
                onClick={() => use(one.model)}
              >
                Use by default
              </button>
            )}
            {one.isAdded ? (
              <button
                type="button"
                disabled={isBusy}
                aria-label={`Remove ${one.model}`}
                onClick={() => remove(one.model)}
              >
                Remove
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      <AddModel
        providers={providers}
        isBusy={isBusy}
        onAdd={(wanted) => change((api) => api.post("/api/configuration/models", wanted))}
      />
    </>
  );
}

function about({ isUsual, isAdded, hasKey, address }: ConfiguredModel): string {
  const facts = [
    isUsual ? "used by default" : "",
    isAdded ? "added here" : "set when the server was started",
    hasKey ? "key in memory" : "",
    address === undefined ? "" : spelledOnOneLine(address),
  ];
  return facts.filter((fact) => fact !== "").join(" · ");
}

interface AddModelProps {
  readonly providers: readonly string[];
  readonly isBusy: boolean;
  readonly onAdd: (wanted: WantedModel) => Promise<unknown>;
}

function AddModel({ providers, isBusy, onAdd }: AddModelProps) {
  const [way, setWay] = useState<"provider" | "address">("provider");
  const [key, setKey] = useState("");
  const [name, setName] = useState("");
  const [address, setAddress] = useState("");
  const [provider, setProvider] = useState("");
  const selectId = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // It is not kept in the page, whatever comes of it.
    setKey("");
    const named = name.trim() === "" ? {} : { name: name.trim() };
    const keyed = key.trim() === "" ? {} : { key: key.trim() };
    const wanted: WantedModel =
      way === "provider"
        ? { key: key.trim(), ...named, ...(provider !== "" && { provider }) }
        : { address: address.trim(), name: name.trim(), ...keyed };
    if ((await onAdd(wanted)) === undefined) return;
    setName("");
    setAddress("");
  };
  return (
    <form className="set-form" aria-label="Add a model" onSubmit={(event) => void submit(event)}>
      <h3>Add a model</h3>
      <Either
        label="Source"
        choices={[
          ["provider", "Provider"],
          ["address", "URL"],
        ]}
        chosen={way}
        onChoose={setWay}
      />
      {way === "provider" ? (
        <div className="field">
          <label htmlFor={selectId}>Provider</label>
          <select id={selectId} value={provider} onChange={(event) => setProvider(event.target.value)}>
            <option value="">Detect from the key</option>
            {providers.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </div>
      ) : (
        <Field
          label="URL"
          hint="The part before /chat/completions."
          type="url"
          required
          placeholder="http://127.0.0.1:4000/v1"
          value={address}
          onChange={setAddress}
        />
      )}
      <Field
        label={way === "provider" ? "Model (optional)" : "Model"}
        required={way === "address"}
        value={name}
        onChange={setName}
      />
      <Field
        label={way === "provider" ? "Key" : "Key (optional)"}
        hint="Kept in this server’s memory until it stops, and never sent back."
        type="password"
        required={way === "provider"}
        value={key}
        onChange={setKey}
      />
      <button type="submit" disabled={isBusy}>
        Add
      </button>
    </form>
  );
}
