import { useLayoutEffect, useRef, useState } from "react";
import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";

/** Loads older messages above; what is being read stays where it is. */
export function EarlierMessages() {
  const { thread } = useServices();
  const before = useStore(thread, (state) => state.before);
  const count = useStore(thread, (state) => state.messages.length);
  const [isLoading, setLoading] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const waited = useRef<{ readonly fromEnd: number; readonly count: number } | undefined>(undefined);
  useLayoutEffect(() => {
    const viewport = place.current?.closest(".thread-viewport");
    if (waited.current === undefined || waited.current.count === count || !viewport) return;
    viewport.scrollTop = viewport.scrollHeight - waited.current.fromEnd;
    waited.current = undefined;
  }, [count]);
  const load = async () => {
    const viewport = place.current?.closest(".thread-viewport");
    if (viewport) waited.current = { fromEnd: viewport.scrollHeight - viewport.scrollTop, count };
    setLoading(true);
    await thread.loadEarlier();
    setLoading(false);
  };
  return (
    <div ref={place} className="earlier-place">
      {before === undefined && !isLoading ? null : (
        <button type="button" className="earlier" disabled={isLoading} onClick={() => void load()}>
          {isLoading ? "Loading …" : "Earlier messages"}
        </button>
      )}
    </div>
  );
}
