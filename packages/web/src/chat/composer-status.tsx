import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";
import { Elapsed } from "./elapsed.tsx";
import { runningSince, runStatus } from "./run-status.ts";

/** What is done or waited for now. */
export function ComposerStatus() {
  const { thread, threads } = useServices();
  const text = useStore(thread, runStatus);
  const since = useStore(thread, runningSince);
  const isReached = useStore(threads, (state) => state.isReached);
  const unreached = "The server does not answer; it may be starting again. Trying to reach it.";
  return (
    <div className="composer-status" data-active={text !== ""}>
      <span role="status">{isReached ? text : unreached}</span>
      {since === undefined ? null : <Elapsed key={since} since={since} />}
    </div>
  );
}
