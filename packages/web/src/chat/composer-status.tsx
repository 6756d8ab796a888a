import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";
import { Elapsed } from "./elapsed.tsx";
import { isAsking, runningSince, runStatus } from "./run-status.ts";

/** What is done or waited for now. */
export function ComposerStatus() {
  const { thread, threads } = useServices();
  const text = useStore(thread, runStatus);
  const since = useStore(thread, runningSince);
  const isAsked = useStore(thread, isAsking);
  const isReached = useStore(threads, (state) => state.isReached);
  const refusal = useStore(threads, (state) => (state.isRefused ? state.problem : undefined));
  const unreached = refusal ?? "The server does not answer; it may be starting again. Trying to reach it.";
  return (
    <div className="composer-status" data-active={text !== ""}>
      <span role="status">{isReached ? text : unreached}</span>
      {since === undefined ? null : <Elapsed key={since} since={since} />}
      {isAsked ? (
        <button type="button" className="quiet to-question" onClick={showQuestion}>
          Show the question
        </button>
      ) : null}
    </div>
  );
}

/** Calls behind the question may have pushed it out of sight. The focus goes to its card, not onto an answer. */
function showQuestion(): void {
  const asking = document.querySelectorAll('[role="log"] .tw-card[data-state="asking"]');
  const card = [...asking].at(-1);
  card?.scrollIntoView({ block: "center" });
  card?.querySelector("button")?.focus({ preventScroll: true });
}
