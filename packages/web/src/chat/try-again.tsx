import { useAui, useAuiState } from "@assistant-ui/react";

/** Says once more what the user said last: of a run that failed before anything came of it. */
export function TryAgain() {
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
