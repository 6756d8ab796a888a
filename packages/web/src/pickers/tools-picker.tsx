import { useId, useRef } from "react";
import { useServices } from "../app/services.ts";
import { useDismiss } from "../app/use-dismiss.ts";
import { useStore } from "../app/use-store.ts";
import { ToolChoices } from "./tool-choices.tsx";

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
        {`Tools: ${countText(picked?.length, info.tools.length)}`}
      </button>
      {isOpen ? <ToolChoices id={id} /> : null}
    </div>
  );
}

function countText(picked: number | undefined, all: number): string {
  if (picked === undefined) return "all";
  return picked === 0 ? "none" : `${picked} of ${all}`;
}
