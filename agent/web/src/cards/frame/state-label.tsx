import { durationText } from "@toolwright/view/internal";
import { questionTexts, statusTexts } from "@toolwright/view/internal/words";
import { useEffect, useState } from "react";
import { cardsTexts } from "../../words/cards.ts";
import { SHORTEST_MS } from "../stretch/fold-words.ts";
import type { CallState } from "./call-state.ts";

/** How a call stands, in words. */
export function StateLabel({ state, since }: { readonly state: CallState; readonly since: number | undefined }) {
  const elapsed = useElapsed(state.kind === "running", since);
  const time = state.kind === "running" ? elapsed : "durationMs" in state ? state.durationMs : undefined;
  const shortest = state.kind === "running" ? 1_000 : SHORTEST_MS;
  return (
    <span className="tw-card-state">
      {/* That a call is done is seen by its looks. */}
      <span className={state.kind === "done" ? "tw-unseen" : undefined}>{stateWords(state)}</span>
      {time === undefined || time < shortest ? null : (
        // A time that goes on is not read aloud second by second.
        <span className="tw-card-time" aria-hidden={state.kind === "running"}>
          {" "}
          {durationText(state.kind === "running" ? Math.floor(time / 1_000) * 1_000 : time)}
        </span>
      )}
    </span>
  );
}

/** Codes of failures that say nothing but that. */
const SAYS_NO_MORE: ReadonlySet<string> = new Set(["execution_failed", "user_error"]);

/** The words for a state, without times. */
function stateWords(state: CallState): string {
  switch (state.kind) {
    case "arguments":
      return cardsTexts.arriving;
    case "asking":
      return statusTexts.waiting;
    case "queued":
      return cardsTexts.queued;
    case "running":
      return statusTexts.running;
    case "done":
      return cardsTexts.done;
    case "failed":
      return state.code === undefined || SAYS_NO_MORE.has(state.code)
        ? cardsTexts.failed
        : cardsTexts.failedWith(state.code.slice(0, 60).replaceAll("_", " "));
    case "refused":
      return questionTexts.refused;
    case "stopped":
      return cardsTexts.stopped;
  }
}

/**
 * Milliseconds since `isOn` became true, second by second; undefined while it is false. `since`: when it did, if it was
 * true from the first.
 */
function useElapsed(isOn: boolean, since: number | undefined): number | undefined {
  const [begun, setBegun] = useState(isOn ? since : undefined);
  const [now, setNow] = useState(begun);
  useEffect(() => {
    if (!isOn) {
      setBegun(undefined);
      return;
    }
    const tick = () => setNow(Date.now());
    setBegun((known) => known ?? Date.now());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [isOn]);
  if (!isOn || begun === undefined || now === undefined) return undefined;
  return Math.max(0, now - begun);
}
