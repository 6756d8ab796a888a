import { useRef, useState } from "react";
import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";
import { keepPlace } from "./keep-place.ts";

/** Loads older messages above; what is being read stays where it is. */
export function EarlierMessages() {
  const { thread } = useServices();
  const before = useStore(thread, (state) => state.before);
  const [isLoading, setLoading] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const load = async () => {
    const stop = keepPlace(place.current?.closest(".thread-viewport"));
    const { length } = thread.state().messages;
    setLoading(true);
    await thread.loadEarlier();
    setLoading(false);
    if (thread.state().messages.length === length) stop();
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
