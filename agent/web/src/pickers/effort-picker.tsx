import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { choiceTexts } from "../words/models.ts";

/** How hard the picked model thinks; nothing to pick where it cannot be told. */
export function EffortPicker() {
  const { choice } = useServices();
  const effort = useStore(choice, (state) => state.effort) ?? "";
  // Another model takes others.
  useStore(choice, (state) => state.model);
  const efforts = choice.efforts();
  if (efforts.length === 0) return null;
  return (
    <select
      aria-label={choiceTexts.effort}
      className="picker"
      value={effort}
      onChange={(e) => choice.pickEffort(e.target.value || undefined)}
    >
      <option value="">{choiceTexts.defaultEffort}</option>
      {efforts.map((name) => (
        <option key={name} value={name}>
          {choiceTexts.effortOf(name)}
        </option>
      ))}
    </select>
  );
}
