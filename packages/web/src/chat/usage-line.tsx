import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";
import { usageText } from "./usage-text.ts";

/** What the thread has used so far. */
export function UsageLine() {
  const { thread } = useServices();
  const usage = useStore(thread, (state) => state.usage);
  const text = usage === undefined ? "" : usageText(usage);
  return text === "" ? null : <span className="usage">{`Thread: ${text}`}</span>;
}
