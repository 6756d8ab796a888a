import { modeWords } from "@toolwright/view/internal";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { choiceTexts } from "../words/models.ts";

/** How much the next run may do unasked; nothing to pick where the server has one mode only. */
export function ModePicker() {
  const { info, choice } = useServices();
  const [usual, ...others] = info.modes;
  const mode = useStore(choice, (state) => state.mode) ?? usual;
  if (usual === undefined || others.length === 0) return null;
  return (
    <select
      aria-label={choiceTexts.mode}
      className="picker"
      value={mode}
      onChange={(e) => choice.pickMode(e.target.value)}
    >
      {[usual, ...others].map((name) => (
        <option key={name} value={name}>
          {modeWords(name).name}
        </option>
      ))}
    </select>
  );
}
