import { useServices } from "../base/services.ts";
import { suggestionsFor } from "./suggestions.ts";

/** What a thread shows that has not begun. */
export function EmptyThread() {
  const { info, thread, choice } = useServices();
  const suggestions = suggestionsFor(info.tools);
  const place =
    info.workspace === undefined
      ? ""
      : ` It works in the folder ${info.workspace}, and asks before it changes something.`;
  return (
    <div className="empty-thread">
      <h2>What should be done?</h2>
      <p>{`The agent has ${info.tools.length} tools.${place}`}</p>
      {suggestions.length === 0 ? null : (
        <fieldset aria-label="Suggestions" className="suggestions">
          {suggestions.map((prompt) => (
            <button
              key={prompt}
              type="button"
              className="suggestion"
              onClick={() => void thread.send({ content: prompt, ...choice.sent() })}
            >
              {prompt}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
