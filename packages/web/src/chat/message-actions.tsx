import { useAuiState } from "@assistant-ui/react";
import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";
import { saidBefore } from "../thread/said.ts";
import { messageDetails } from "./message-details.ts";

/** What can be done with an answer: another one in its place, or another way on from here. Both are forks. */
export function MessageActions() {
  const { thread } = useServices();
  const runId = useAuiState((s) => messageDetails(s.message.metadata.custom).runId);
  const isRunning = useStore(thread, (state) => state.isRunning);
  const isKnown = useStore(thread, (state) => runId !== undefined && saidBefore(state, runId) !== undefined);
  if (runId === undefined || isRunning) return null;
  const again = () => {
    const said = saidBefore(thread.state(), runId);
    if (said !== undefined) void thread.sayInstead(runId, said);
  };
  return (
    <>
      {isKnown ? (
        <button type="button" className="quiet" title="Answers again in a new thread; this one stays" onClick={again}>
          Retry
        </button>
      ) : null}
      <button
        type="button"
        className="quiet"
        title="Goes on from here in a new thread; this one stays"
        onClick={() => void thread.branch(runId)}
      >
        Branch
      </button>
    </>
  );
}
