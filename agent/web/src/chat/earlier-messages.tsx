import { useRef, useState } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { chatTexts } from "../words/chat.ts";

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
          {isLoading ? chatTexts.loading : chatTexts.earlier}
        </button>
      )}
    </div>
  );
}

/**
 * Keeps what is seen where it is when messages are put before it: browsers do so themselves, except at the very top,
 * where one is who asks for older messages. Returns what ends the waiting for them.
 */
function keepPlace(viewport: Element | null | undefined): () => void {
  const messages = viewport?.querySelector(".messages");
  if (!viewport || !messages) return () => {};
  const fromEnd = viewport.scrollHeight - viewport.scrollTop;
  const observer = new MutationObserver(() => {
    observer.disconnect();
    viewport.scrollTop = viewport.scrollHeight - fromEnd;
  });
  observer.observe(messages, { childList: true });
  return () => observer.disconnect();
}
