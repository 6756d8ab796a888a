import type { ShownBudget } from "@toolwright/view/internal";
import { type FormEvent, useState } from "react";
import { agentTexts } from "../../words/configuration.ts";
import { Field } from "./field.tsx";
import type { Configuration } from "./use-configuration.ts";

interface BudgetPanelProps extends Configuration {
  readonly budget: ShownBudget;
}

type Limits = ShownBudget["usual"];

/** What may be spent: by the thread that is open, and by those that have no limits of their own. */
export function BudgetPanel({ budget: { usual, thread }, threadId, change, isBusy }: BudgetPanelProps) {
  const put = (limits: Limits | null, threadId?: string) =>
    change((api) => api.put("/api/configuration/budget", { limits, ...(threadId !== undefined && { threadId }) }));
  return (
    <>
      <p className="quiet-text">{agentTexts.budget}</p>
      <LimitsForm
        key={`usual ${JSON.stringify(usual)}`}
        title={agentTexts.usual}
        note={agentTexts.usualNote}
        limits={usual}
        isBusy={isBusy}
        onSave={(limits) => put(limits)}
      />
      {threadId === undefined || thread === undefined ? (
        <p className="quiet-text">{agentTexts.sendFirst}</p>
      ) : (
        <LimitsForm
          key={`${threadId} ${JSON.stringify(thread)}`}
          title={agentTexts.own}
          note={thread === null ? agentTexts.ownUnset : agentTexts.ownSet}
          limits={thread ?? {}}
          isBusy={isBusy}
          onSave={(limits) => put(limits, threadId)}
          {...(thread !== null && { onClear: () => put(null, threadId) })}
        />
      )}
    </>
  );
}

interface LimitsFormProps {
  readonly title: string;
  readonly note: string;
  readonly limits: Limits;
  readonly isBusy: boolean;
  readonly onSave: (limits: Limits) => Promise<unknown>;
  /** Gives it the usual ones again. */
  readonly onClear?: () => Promise<unknown>;
}

function LimitsForm({ title, note, limits, isBusy, onSave, onClear }: LimitsFormProps) {
  const [dollars, setDollars] = useState(textOf(limits.maxCostUsd));
  const [tokens, setTokens] = useState(textOf(limits.maxTokens));
  const [seconds, setSeconds] = useState(textOf(limits.maxSeconds));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [maxCostUsd, maxTokens, maxSeconds] = [dollars, tokens, seconds].map(numberOf);
    void onSave({
      ...(maxCostUsd !== undefined && { maxCostUsd }),
      ...(maxTokens !== undefined && { maxTokens }),
      ...(maxSeconds !== undefined && { maxSeconds }),
    });
  };
  const common = { type: "number", min: 0, inputMode: "decimal" } as const;
  return (
    <form className="set-form" aria-label={title} onSubmit={submit}>
      <h3>{title}</h3>
      <p className="quiet-text">{note}</p>
      <div className="limits">
        <Field label={agentTexts.dollars} {...common} step="any" value={dollars} onChange={setDollars} />
        <Field label={agentTexts.tokens} {...common} step={1} value={tokens} onChange={setTokens} />
        <Field label={agentTexts.seconds} {...common} step="any" value={seconds} onChange={setSeconds} />
      </div>
      <div className="dialog-buttons">
        {onClear === undefined ? null : (
          <button type="button" disabled={isBusy} onClick={() => void onClear()}>
            {agentTexts.takeAbove}
          </button>
        )}
        <button type="submit" disabled={isBusy}>
          {agentTexts.save}
        </button>
      </div>
    </form>
  );
}

function textOf(limit: number | undefined): string {
  return limit === undefined ? "" : String(limit);
}

function numberOf(text: string): number | undefined {
  return text.trim() === "" ? undefined : Number(text);
}
