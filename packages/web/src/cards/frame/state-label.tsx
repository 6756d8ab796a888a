import { durationText } from "@toolwright/view";
import type { CallState } from "./call-state.ts";
import { useElapsed } from "./use-elapsed.ts";

/** How a call stands, in words. */
export function StateLabel({ state, since }: { readonly state: CallState; readonly since: number | undefined }) {
  const elapsed = useElapsed(state.kind === "running", since);
  const time = state.kind === "running" ? elapsed : "durationMs" in state ? state.durationMs : undefined;
  return (
    <span className="tw-card-state">
      {stateWords(state)}
      {time === undefined || (state.kind === "running" && time < 1_000) ? null : (
        // A time that goes on is not read aloud second by second.
        <span className="tw-card-time" aria-hidden={state.kind === "running"}>
          {" "}
          {durationText(state.kind === "running" ? Math.floor(time / 1_000) * 1_000 : time)}
        </span>
      )}
    </span>
  );
}

/** The words for a state, without times. */
export function stateWords(state: CallState): string {
  switch (state.kind) {
    case "arguments":
      return "Arguments arriving";
    case "asking":
      return "Waits for your answer";
    case "queued":
      return "Waits its turn";
    case "running":
      return "Running";
    case "done":
      return "Done";
    case "failed":
      return state.code === undefined ? "Failed" : `Failed: ${state.code.slice(0, 60).replaceAll("_", " ")}`;
    case "refused":
      return "Refused";
    case "stopped":
      return "Stopped";
  }
}
