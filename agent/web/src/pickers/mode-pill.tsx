import { modeWords } from "@toolwright/view/internal";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { choiceTexts } from "../words/models.ts";

/** How much the next run may do unasked, in the colour of that: in sight also where its picker is not. */
export function ModePill() {
  const { info, choice } = useServices();
  const [usual] = info.modes;
  const mode = useStore(choice, (state) => state.mode) ?? usual;
  if (mode === undefined) return null;
  return (
    <span className="mode-pill" data-mode={mode}>
      <span className="tw-unseen">{choiceTexts.modeIs} </span>
      {modeWords(mode).name}
    </span>
  );
}
