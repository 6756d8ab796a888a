import { serversTexts } from "../../words/configuration.ts";

/** A name and what it holds. */
export type Pair = readonly [name: string, value: string];

interface PairFieldsProps {
  /** What a pair is called. */
  readonly texts: (typeof serversTexts)["variable"];
  readonly pairs: readonly Pair[];
  readonly onChange: (pairs: readonly Pair[]) => void;
}

/** Names with values that may be secret: variables of a program, headers of a request. */
export function PairFields({ texts, pairs, onChange }: PairFieldsProps) {
  const put = (place: number, pair: Pair) => onChange(pairs.with(place, pair));
  return (
    <fieldset className="pairs">
      <legend>{texts.legend}</legend>
      <span className="quiet-text">{texts.hint}</span>
      {pairs.map(([name, value], place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its name changes as it is written.
        <div key={place}>
          <input
            aria-label={texts.nameOf(place + 1)}
            placeholder={serversTexts.pairName}
            autoComplete="off"
            spellCheck={false}
            value={name}
            onChange={(event) => put(place, [event.target.value, value])}
          />
          <input
            aria-label={texts.valueOf(place + 1)}
            placeholder={serversTexts.pairValue}
            type="password"
            autoComplete="off"
            value={value}
            onChange={(event) => put(place, [name, event.target.value])}
          />
          <button
            type="button"
            aria-label={texts.takeAway(place + 1)}
            onClick={() => onChange(pairs.toSpliced(place, 1))}
          >
            ×
          </button>
        </div>
      ))}
      <button type="button" onClick={() => onChange([...pairs, ["", ""]])}>
        {texts.add}
      </button>
    </fieldset>
  );
}

/** Those that have a name. */
export function namedPairs(pairs: readonly Pair[]): Readonly<Record<string, string>> {
  return Object.fromEntries(pairs.map(([name, value]) => [name.trim(), value]).filter(([name]) => name !== ""));
}
