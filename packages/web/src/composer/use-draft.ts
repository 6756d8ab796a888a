import { useEffect, useRef } from "react";
import { browserStorage } from "../app/browser-storage.ts";
import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";
import { Drafts } from "./drafts.ts";

const drafts = new Drafts(browserStorage("session"));

/** Keeps what is written in the composer for its thread, over changes of the thread and reloads of the page. */
export function useDraft(): void {
  const { thread, composer } = useServices();
  const threadId = useStore(thread, (state) => state.threadId);
  const shown = useRef<string | undefined>(undefined);
  useEffect(() => {
    // The thread that is shown has just got its name: what is being written stays.
    const isSame = shown.current === undefined && threadId !== undefined && thread.state().messages.length > 0;
    // The thread that was shown is gone: what is being written is not.
    const isGone = shown.current !== undefined && threadId === undefined && thread.state().problem !== undefined;
    if (isSame) drafts.write(undefined, "");
    else if (!isGone) composer.setText(drafts.read(threadId));
    shown.current = threadId;
    let kept = drafts.read(threadId);
    const keep = () => {
      const { text } = composer.state();
      if (text !== kept) drafts.write(threadId, text);
      kept = text;
    };
    keep();
    return composer.subscribe(keep);
  }, [composer, thread, threadId]);
}
