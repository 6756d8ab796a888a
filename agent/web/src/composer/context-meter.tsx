import { shortNumber } from "@toolwright/view/internal";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { composerTexts } from "../words/composer.ts";
import { compactThread, contextIn } from "./compact-thread.ts";
import { usageText } from "./usage-text.ts";

/** What the thread has used so far, and how much of what the model can look at is taken. */
export function ContextMeter() {
  const services = useServices();
  const { thread } = services;
  const usage = useStore(thread, (state) => state.usage);
  const tokens = useStore(thread, (state) => contextIn(state, "tokens"));
  const window = useStore(thread, (state) => contextIn(state, "window"));
  const isRunning = useStore(thread, (state) => state.isRunning);
  const text = usage === undefined ? "" : usageText(usage);
  if (text === "" && tokens === undefined) return null;
  return (
    <div className="usage">
      {text === "" ? null : <span>{composerTexts.usage(text)}</span>}
      {tokens === undefined ? null : <Meter tokens={tokens} window={window} />}
      {tokens === undefined || isRunning ? null : (
        <button type="button" className="quiet compact" onClick={() => void compactThread(services, "")}>
          {composerTexts.compact}
        </button>
      )}
    </div>
  );
}

function Meter({ tokens, window }: { readonly tokens: number; readonly window: number | undefined }) {
  if (window === undefined || window <= 0) return <span>{composerTexts.context(shortNumber(tokens))}</span>;
  const share = Math.min(1, tokens / window);
  const text = composerTexts.contextShare(Math.round(share * 100), shortNumber(window));
  return (
    <span className="context-meter">
      <meter aria-label={text} min={0} max={1} high={0.8} optimum={0} value={share} />
      <span>{text}</span>
    </span>
  );
}
