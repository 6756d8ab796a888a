import { type ConfigurationChange, type ConfigurationChanges, spelledOnOneLine } from "@toolwright/view/internal";
import { useEffect, useState } from "react";
import { useServices } from "../../base/services.ts";
import { whenText } from "../../chat/when-text.ts";
import { historyTexts } from "../../words/configuration.ts";

/** What was changed here, the newest first. */
export function ChangesPanel() {
  const { api } = useServices();
  const [changes, setChanges] = useState<readonly ConfigurationChange[]>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    void api.get<ConfigurationChanges>("/api/configuration/changes").then((answer) => {
      if (answer.ok) setChanges(answer.value.changes);
      else setProblem(answer.error);
    });
  }, [api]);
  return (
    <>
      <p className="quiet-text">{historyTexts.about}</p>
      {problem === undefined ? null : <p role="alert">{spelledOnOneLine(problem)}</p>}
      {changes?.length === 0 ? <p>{historyTexts.none}</p> : null}
      <ol className="set-list">
        {changes?.filter(isEnd).map(({ time, kind, about, refused }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is read once; two changes may be of one instant.
          <li key={place}>
            <div>
              <b>{refused === undefined ? historyTexts[kind] : historyTexts.refused(historyTexts[kind])}</b>
              <time className="quiet-text" dateTime={new Date(time).toISOString()}>
                {whenText(new Date(time))}
              </time>
              <code>{spelledOnOneLine(about)}</code>
              {refused === undefined ? null : <span>{spelledOnOneLine(refused)}</span>}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

/** A change is kept before it is made, and again where it was refused: that says it all. */
function isEnd(
  { kind, about, refused }: ConfigurationChange,
  place: number,
  all: readonly ConfigurationChange[],
): boolean {
  const next = all[place - 1];
  return refused !== undefined || next?.refused === undefined || next.kind !== kind || next.about !== about;
}
