import { Suspense } from "react";
import { later } from "../base/later.ts";
import { useServices } from "../base/services.ts";
import { emptyTexts } from "../words/empty.ts";
import { suggestionsFor } from "./suggestions.ts";

const PickModel = later(async () => (await import("../pick/pick-model.tsx")).PickModel);

/** What a thread shows that has not begun. */
export function EmptyThread() {
  const { info, composer } = useServices();
  const write = (text: string) => {
    composer.setText(text);
    document.querySelector<HTMLElement>(".composer-input")?.focus();
  };
  const suggestions = suggestionsFor(info.tools);
  const place = info.workspace === undefined ? "" : ` ${emptyTexts.worksIn(info.workspace)}`;
  return (
    <div className="empty-thread">
      <h2>{emptyTexts.heading}</h2>
      <p>{`${emptyTexts.tools(info.tools.length)}${place}`}</p>
      {info.picking === undefined ? null : (
        <Suspense fallback={null}>
          <PickModel {...info.picking} />
        </Suspense>
      )}
      {suggestions.length === 0 ? null : (
        <fieldset aria-label={emptyTexts.suggestions} className="suggestions">
          {suggestions.map((prompt) => (
            <button key={prompt} type="button" className="suggestion" onClick={() => write(prompt)}>
              {prompt}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
