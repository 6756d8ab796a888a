import { useId, useRef } from "react";
import { useServices } from "../base/services.ts";
import { useDismiss } from "../base/use-dismiss.ts";
import { useStore } from "../base/use-store.ts";
import { choiceTexts } from "../words/models.ts";

/** Which tools the agent may use for the next message. */
export function ToolsPicker() {
  const { info, choice } = useServices();
  const picked = useStore(choice, (state) => state.tools);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { isOpen, setOpen } = useDismiss(box);
  if (info.tools.length === 0) return null;
  return (
    <div className="tools-picker" ref={box}>
      <button
        type="button"
        className="picker"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {choiceTexts.toolsOf(countText(picked?.length, info.tools.length))}
      </button>
      {isOpen ? <ToolChoices id={id} /> : null}
    </div>
  );
}

function countText(picked: number | undefined, all: number): string {
  if (picked === undefined) return choiceTexts.all;
  return picked === 0 ? choiceTexts.none : choiceTexts.someOf(picked, all);
}

/** A box to check for each tool. */
function ToolChoices({ id }: { readonly id: string }) {
  const { info, choice } = useServices();
  const picked = useStore(choice, (state) => state.tools);
  return (
    <fieldset id={id} className="popup" aria-label={choiceTexts.tools}>
      <div className="popup-buttons">
        <button type="button" onClick={() => choice.pickTools(undefined)}>
          {choiceTexts.allTools}
        </button>
        <button type="button" onClick={() => choice.pickTools([])}>
          {choiceTexts.noTools}
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
