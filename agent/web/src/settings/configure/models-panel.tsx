import {
  type ConfiguredModel,
  type ShownConfiguration,
  spelledOnOneLine,
  type WantedModel,
} from "@toolwright/view/internal";
import { type FormEvent, useId, useState } from "react";
import { modelsTexts } from "../../words/configuration.ts";
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
      <p className="quiet-text">{modelsTexts.about}</p>
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
                aria-label={modelsTexts.makeOneDefault(one.model)}
                onClick={() => use(one.model)}
              >
                {modelsTexts.makeDefault}
              </button>
            )}
            {one.isAdded ? (
              <button
                type="button"
                disabled={isBusy}
                aria-label={modelsTexts.removeOne(one.model)}
                onClick={() => remove(one.model)}
              >
                {modelsTexts.remove}
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
    isUsual ? modelsTexts.usedByDefault : "",
    isAdded ? modelsTexts.addedHere : modelsTexts.setAtStart,
    hasKey ? modelsTexts.keyInMemory : "",
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
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // It is not kept in the page, whatever comes of it.
    setKey("");
    const said = { name: name.trim(), key: key.trim() };
    const wanted = way === "provider" ? ofProvider(said, provider) : atAddress(said, address.trim());
    if ((await onAdd(wanted)) === undefined) return;
    setName("");
    setAddress("");
  };
  return (
    <form className="set-form" aria-label={modelsTexts.add} onSubmit={(event) => void submit(event)}>
      <h3>{modelsTexts.add}</h3>
      <Either
        label={modelsTexts.source}
        choices={[
          ["provider", modelsTexts.provider],
          ["address", modelsTexts.url],
        ]}
        chosen={way}
        onChoose={setWay}
      />
      {way === "provider" ? (
        <ProviderField providers={providers} value={provider} onChange={setProvider} />
      ) : (
        <AddressField value={address} onChange={setAddress} />
      )}
      <Field
        label={way === "provider" ? modelsTexts.nameOptional : modelsTexts.name}
        required={way === "address"}
        value={name}
        onChange={setName}
      />
      <Field
        label={way === "provider" ? modelsTexts.key : modelsTexts.keyOptional}
        hint={modelsTexts.keyHint}
        type="password"
        required={way === "provider"}
        value={key}
        onChange={setKey}
      />
      <button type="submit" disabled={isBusy}>
        {modelsTexts.addButton}
      </button>
    </form>
  );
}

type NameAndKey = Readonly<Record<"name" | "key", string>>;

function ofProvider({ name, key }: NameAndKey, provider: string): WantedModel {
  return { key, ...(name !== "" && { name }), ...(provider !== "" && { provider }) };
}

function atAddress({ name, key }: NameAndKey, address: string): WantedModel {
  return { address, name, ...(key !== "" && { key }) };
}

interface AddressFieldProps {
  readonly value: string;
  readonly onChange: (address: string) => void;
}

function AddressField(given: AddressFieldProps) {
  const { url, urlHint } = modelsTexts;
  return <Field label={url} hint={urlHint} type="url" required placeholder="http://127.0.0.1:4000/v1" {...given} />;
}

interface ProviderFieldProps {
  readonly providers: readonly string[];
  readonly value: string;
  readonly onChange: (provider: string) => void;
}

function ProviderField({ providers, value, onChange }: ProviderFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{modelsTexts.provider}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{modelsTexts.detect}</option>
        {providers.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </div>
  );
}
