import { useServices } from "../base/services.ts";

/** A run that nobody takes up any more, because a call of it ended its servers, and what a person can say of it. */
export function Quarantine() {
  const { thread } = useServices();
  return (
    <div className="composer-status quarantine" data-active="true">
      <span role="status">Quarantined: a call of this run has ended three servers. Nothing is running.</span>
      <button type="button" className="quiet" onClick={() => void thread.retry()}>
        Try again
      </button>
      <button type="button" className="quiet" onClick={() => void thread.stop()}>
        End the run
      </button>
    </div>
  );
}
