import { useEffect, useRef } from "react";
import { thePage } from "../base/page-version.ts";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { appTexts } from "../words/app.ts";

/** Says that the page has to be loaded again, and does it: what is written, and what runs, is there again then. */
export function NewerPage() {
  const { threads } = useServices();
  const state = useStore(thePage, (page) => page);
  const isReached = useStore(threads, (known) => known.isReached);
  const wasLost = useRef(false);
  useEffect(() => thePage.watch(), []);
  useEffect(() => {
    // A server that was away may have come back as another one.
    if (isReached && wasLost.current) void thePage.look();
    wasLost.current = !isReached;
  }, [isReached]);
  if (state === "current") return null;
  return (
    <div className="app-notice" role="alert">
      <span>{appTexts.isKept(appTexts[state])}</span>
      <button type="button" onClick={() => location.reload()}>
        {appTexts.reload}
      </button>
    </div>
  );
}
