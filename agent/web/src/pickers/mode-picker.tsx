import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";

/** How much the next run may do unasked; nothing to pick where the server has one mode only. */
export function ModePicker() {
  const { info, choice } = useServices();
  const [usual, ...others] = info.modes;
  const mode = useStore(choice, (state) => state.mode) ?? usual;
  if (usual === undefined || others.length === 0) return null;
  return (
    <select aria-label="Mode" className="picker" value={mode} onChange={(e) => choice.pickMode(e.target.value)}>
      {[usual, ...others].map((name) => (
        <option key={name} value={name}>
          {modeWords(name)}
        </option>
      ))}
    </select>
  );
}

/** What a mode is called where people choose it. */
export function modeWords(name: string): string {
  return WORDS[name] ?? name;
}

const WORDS: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null), {
  default: "Ask first",
  "accept-edits": "Accept edits",
  plan: "Plan only",
});
