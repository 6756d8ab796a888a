import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { choiceTexts } from "../words/models.ts";

/** Which model answers; nothing to pick where the server has one only. */
export function ModelPicker() {
  const { info, choice } = useServices();
  const model = useStore(choice, (state) => state.model) ?? info.model;
  if (info.models.length < 2) return <span className="picked-model">{info.model}</span>;
  return (
    <select
      aria-label={choiceTexts.model}
      className="picker"
      value={model}
      onChange={(e) => choice.pickModel(e.target.value)}
    >
      {info.models.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}
