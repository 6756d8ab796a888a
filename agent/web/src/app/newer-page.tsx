import { useEffect, useRef } from "react";
import { thePage } from "../base/page-version.ts";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";

const WORDS = {
  newer: "A newer version of this page is there.",
  broken: "A part of this page does not come.",
};

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
      <span>{`${WORDS[state]} What you have written is kept, and what runs goes on.`}</span>
      <button type="button" onClick={() => location.reload()}>
        Reload
      </button>
    </div>
  );
}
