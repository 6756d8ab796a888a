import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";

/** A box to check for each tool. */
export function ToolChoices({ id }: { readonly id: string }) {
  const { info, choice } = useServices();
  const picked = useStore(choice, (state) => state.tools);
  return (
    <fieldset id={id} className="popup" aria-label="Tools">
      <div className="popup-buttons">
        <button type="button" onClick={() => choice.pickTools(undefined)}>
          All tools
        </button>
        <button type="button" onClick={() => choice.pickTools([])}>
          No tools
        </button>
      </div>
      {info.tools.map(({ name, description }) => (
        <label key={name} className="tool-choice">
          <input
            type="checkbox"
            aria-label={name}
            checked={picked === undefined || picked.includes(name)}
            onChange={() => choice.toggleTool(name)}
          />
          <span>
            <b>{name}</b> <span className="quiet-text">{description}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
