import { useAuiState } from "@assistant-ui/react";
import { useServices } from "../base/services.ts";
import { Icon } from "../icons/icon.tsx";
import { saidBefore } from "../thread/said.ts";
import { chatTexts } from "../words/chat.ts";
import { messageDetails } from "./message-details.ts";
import { useCameToNothing } from "./run-end.tsx";
import { Thumbs } from "./thumbs.tsx";

/** What can be done with an answer: another one in its place, or another way on from here. Both are forks. */
export function MessageActions() {
  // Nothing is asked of the thread before a click: every delta would cost every message.
  const { thread } = useServices();
  const runId = useAuiState((s) => messageDetails(s.message.metadata.custom).runId);
  const cameToNothing = useCameToNothing();
  if (runId === undefined || cameToNothing) return null;
  const again = () => {
    const said = saidBefore(thread.state(), runId);
    if (said === undefined) thread.tell(chatTexts.loadEarlierFirst);
    else void thread.sayInstead(runId, said);
  };
  return (
    <>
      <Thumbs runId={runId} />
      <button type="button" className="quiet" title={chatTexts.retryTitle} onClick={again}>
        <Icon name="retry" />
        {chatTexts.retry}
      </button>
      <button type="button" className="quiet" title={chatTexts.branchTitle} onClick={() => void thread.branch(runId)}>
        <Icon name="branch" />
        {chatTexts.branch}
      </button>
    </>
  );
}
