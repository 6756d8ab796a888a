import type { RuleList } from "@toolwright/view";
import { ruleWords, spelledOnOneLine } from "@toolwright/view/internal";
import { useCallback, useEffect, useState } from "react";
import { useServices } from "../base/services.ts";
import { settingsTexts } from "../words/settings.ts";

/** The rules that "always" has saved for this folder, each of which can be taken back. */
export function SavedRules() {
  const { rules, problem, forget } = useSavedRules();
  return (
    <section aria-label={settingsTexts.rules}>
      <h3>{settingsTexts.rules}</h3>
      <p className="quiet-text">{settingsTexts.rulesAbout}</p>
      {problem === undefined ? null : (
        <p role="alert" className="list-problem">
          {problem}
        </p>
      )}
      {rules?.length === 0 ? <p>{settingsTexts.noRules}</p> : null}
      <ul className="saved-rules">
        {rules?.map((rule) => (
          <li key={rule}>
            <code>{spelledOnOneLine(rule)}</code>
            <span className="quiet-text">{spelledOnOneLine(ruleWords(rule))}</span>
            <button
              type="button"
              aria-label={settingsTexts.takeBackOne(spelledOnOneLine(rule))}
              onClick={() => void forget(rule)}
            >
              {settingsTexts.takeBack}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useSavedRules() {
  const { api } = useServices();
  const [rules, setRules] = useState<readonly string[]>();
  const [problem, setProblem] = useState<string>();
  const load = useCallback(async () => {
    const answer = await api.get<RuleList>("/api/rules");
    if (answer.ok) setRules([...new Set(answer.value.rules)]);
    else setProblem(answer.error);
  }, [api]);
  useEffect(() => void load(), [load]);
  const forget = async (rule: string) => {
    const answer = await api.delete(`/api/rules?rule=${encodeURIComponent(rule)}`);
    setProblem(answer.ok || answer.status === 404 ? undefined : answer.error);
    await load();
  };
  return { rules, problem, forget };
}
