import { durationText } from "@toolwright/view/internal";
import { useEffect, useState } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import type { PastStore } from "../past/past-store.ts";
import { composerTexts, progressTexts } from "../words/composer.ts";
import { Quarantine } from "./quarantine.tsx";
import { askingCall, runningSince, runStatus } from "./run-status.ts";
import { showAskingCard } from "./show-asking-card.ts";
import { Silence } from "./silence.tsx";
import { useQuestionInView } from "./use-question-in-view.ts";

/** What is done or waited for now. */
export function ComposerStatus() {
  const { thread, threads, past } = useServices();
  const text = useStore(thread, runStatus);
  const since = useStore(thread, runningSince);
  const asking = useStore(thread, askingCall);
  const isRunning = useStore(thread, (state) => state.isRunning);
  useQuestionInView(asking, isRunning);
  const isReached = useStore(threads, (state) => state.isReached);
  const refusal = useStore(threads, (state) => (state.isRefused ? state.problem : undefined));
  const threadId = useStore(thread, (state) => state.threadId);
  const isQuarantined = useStore(threads, () => threads.find(threadId)?.status === "quarantined");
  if (isReached && isQuarantined) return <Quarantine />;
  const unreached = refusal ?? progressTexts.unreached;
  return (
    <div className="composer-status" data-active={text !== ""}>
      <span role="status">{isReached ? text : unreached}</span>
      {since === undefined ? null : <Elapsed key={since} since={since} />}
      <Silence />
      {asking === undefined ? null : (
        <button
          type="button"
          className="quiet to-question"
          onClick={() => (past.step() === undefined ? showQuestion() : showAfter(past))}
        >
          {composerTexts.showQuestion}
        </button>
      )}
    </div>
  );
}

/** Milliseconds in which the conversation of now is drawn again. */
const DRAWN_MS = 150;

/** A question stands in the conversation as it is now. */
function showAfter(past: Pick<PastStore, "close">): void {
  past.close();
  setTimeout(showQuestion, DRAWN_MS);
}

/** Calls behind the first question may have pushed it out of sight. The focus goes to its card, not onto an answer. */
function showQuestion(): void {
  const card = document.querySelector('[role="log"] .tw-ask')?.closest(".tw-card");
  const view = card?.closest(".thread-viewport");
  if (!card || !view) return;
  showAskingCard(card, view);
  card.querySelector("button")?.focus({ preventScroll: true });
}

/** The time since then, in whole seconds, counting on. Not read aloud: a clock would speak over everything else. */
function Elapsed({ since }: { readonly since: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((now - since) / 1_000);
  if (seconds < 1) return null;
  return (
    <span className="elapsed" aria-hidden="true">
      {durationText(seconds * 1_000)}
    </span>
  );
}
