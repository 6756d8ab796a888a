import { useAui, useAuiState } from "@assistant-ui/react";
import { spelledOut } from "@toolwright/view/internal";
import { use } from "react";
import { adviceTexts } from "../words/advice.ts";
import { IsPast } from "./is-past.ts";
import { messageDetails } from "./message-details.ts";
import { runEndText } from "./run-end-text.ts";

/** Why a run ended, where that is not simply that it is done. */
export function RunEnd() {
  const stopReason = useAuiState((s) => messageDetails(s.message.metadata.custom).stopReason);
  const model = useAuiState((s) => messageDetails(s.message.metadata.custom).model);
  const changed = useAuiState((s) => messageDetails(s.message.metadata.custom).changed);
  const reason = useAuiState((s) => messageDetails(s.message.metadata.custom).reason);
  const code = useAuiState((s) => messageDetails(s.message.metadata.custom).failure?.code);
  const status = useAuiState((s) => messageDetails(s.message.metadata.custom).failure?.status);
  const error = useAuiState((s) => errorOf(s.message.status));
  const isEmpty = useAuiState((s) => isWithoutAnswer(s.message.parts));
  const isRunning = useAuiState((s) => s.message.status?.type === "running");
  const isLast = useAuiState((s) => s.message.isLast);
  const cameToNothing = useCameToNothing();
  const isNews = !use(IsPast) && isLast;
  const failure = code === undefined ? undefined : { code, ...(status === undefined ? {} : { status }) };
  const known = { stopReason, model, error, reason, failure, changed, isEmpty };
  const end = isRunning ? undefined : runEndText(known);
  if (end === undefined) return null;
  return (
    <div className={end.isFailure ? "run-end failure" : "run-end"} role={end.isFailure && isNews ? "alert" : undefined}>
      {spelledOut(end.text)}
      {end.advice === undefined ? null : <div className="run-end-advice">{end.advice}</div>}
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

/** Whether nothing was said after the last call: a model may end with blanks, with its reasoning, or with nothing. */
function isWithoutAnswer(parts: readonly { readonly type: string; readonly text?: string }[]): boolean {
  const last = parts.findLast(
    ({ type }) => type === "text" || type === "tool-call" || type === "file" || type === "image",
  );
  return last === undefined || last.type === "tool-call" || last.text?.trim() === "";
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
      {adviceTexts.tryAgain}
    </button>
  );
}
