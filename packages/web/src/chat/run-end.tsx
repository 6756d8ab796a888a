import { useAui, useAuiState } from "@assistant-ui/react";
import { spelledOut } from "@toolwright/view";
import { use } from "react";
import { IsPast } from "./is-past.ts";
import { messageDetails } from "./message-details.ts";
import { runEndText } from "./run-end-text.ts";

/** Why a run ended, where that is not simply that it is done. */
export function RunEnd() {
  const stopReason = useAuiState((s) => messageDetails(s.message.metadata.custom).stopReason);
  const reason = useAuiState((s) => messageDetails(s.message.metadata.custom).reason);
  const error = useAuiState((s) => errorOf(s.message.status));
  const isRunning = useAuiState((s) => s.message.status?.type === "running");
  const isLast = useAuiState((s) => s.message.isLast);
  const isEmpty = useAuiState((s) => s.message.parts.length === 0);
  const isNews = !use(IsPast) && isLast;
  const end = isRunning ? undefined : runEndText(stopReason, error);
  if (end === undefined) return null;
  return (
    <div className={end.isFailure ? "run-end failure" : "run-end"} role={end.isFailure && isNews ? "alert" : undefined}>
      {end.text}
      {end.isFailure && reason !== undefined ? <div className="run-end-reason">{spelledOut(reason)}</div> : null}
      {end.isFailure && isEmpty && isNews ? <TryAgain /> : null}
    </div>
  );
}

function errorOf(status: { readonly type: string; readonly error?: unknown } | undefined): string | undefined {
  return typeof status?.error === "string" ? status.error : undefined;
}

/** Says once more what the user said last: of a run that failed before anything came of it. */
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
