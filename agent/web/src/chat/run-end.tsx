import { useAui, useAuiState } from "@assistant-ui/react";
import { spelledOut } from "@toolwright/view/internal";
import { use } from "react";
import { IsPast } from "./is-past.ts";
import { messageDetails } from "./message-details.ts";
import { runEndText } from "./run-end-text.ts";

/** Why a run ended, where that is not simply that it is done. */
export function RunEnd() {
  const stopReason = useAuiState((s) => messageDetails(s.message.metadata.custom).stopReason);
  const changed = useAuiState((s) => messageDetails(s.message.metadata.custom).changed);
  const reason = useAuiState((s) => messageDetails(s.message.metadata.custom).reason);
  const error = useAuiState((s) => errorOf(s.message.status));
  const isRunning = useAuiState((s) => s.message.status?.type === "running");
  const isLast = useAuiState((s) => s.message.isLast);
  const cameToNothing = useCameToNothing();
  const isNews = !use(IsPast) && isLast;
  const end = isRunning ? undefined : runEndText({ stopReason, error, changed });
  if (end === undefined) return null;
  return (
    <div className={end.isFailure ? "run-end failure" : "run-end"} role={end.isFailure && isNews ? "alert" : undefined}>
      {end.text}
      {end.isFailure && reason !== undefined ? <div className="run-end-reason">{spelledOut(reason)}</div> : null}
      {cameToNothing && isNews ? <TryAgain /> : null}
    </div>
  );
}

/**
 * Whether a run failed before anything came of it: there is no answer to go on from, and what was said can be said
 * again.
 */
export function useCameToNothing(): boolean {
  return useAuiState(({ message: { parts, status, metadata } }) => {
    const { stopReason } = messageDetails(metadata.custom);
    return parts.length === 0 && runEndText({ stopReason, error: errorOf(status) })?.isFailure === true;
  });
}

function errorOf(status: { readonly type: string; readonly error?: unknown } | undefined): string | undefined {
  return typeof status?.error === "string" ? status.error : undefined;
}

/** Says once more what the user said last, in the same thread. */
function TryAgain() {
  const aui = useAui();
  const isBusy = useAuiState((s) => s.thread.isRunning);
  const again = () => {
    const said = aui.thread.getState().messages.findLast(({ role }) => role === "user");
    if (said?.role === "user") aui.thread.append({ role: "user", content: said.content });
  };
  return (
    <button type="button" className="picker" disabled={isBusy} onClick={again}>
      Try again
    </button>
  );
}
