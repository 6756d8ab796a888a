import { useServices } from "../base/services.ts";
import { composerTexts } from "../words/composer.ts";

/** A run that nobody takes up any more, because a call of it ended its servers, and what a person can say of it. */
export function Quarantine() {
  const { thread } = useServices();
  return (
    <div className="composer-status quarantine" data-active="true">
      <span role="status">{composerTexts.quarantined}</span>
      <button type="button" className="quiet" onClick={() => void thread.retry()}>
        {composerTexts.tryAgain}
      </button>
      <button type="button" className="quiet" onClick={() => void thread.stop()}>
        {composerTexts.endRun}
      </button>
    </div>
  );
}
