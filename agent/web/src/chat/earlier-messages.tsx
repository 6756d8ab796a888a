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
    const { messages } = thread.state();
    const kept = keepPlace(place.current?.closest(".thread-viewport"));
    setLoading(true);
    await thread.loadEarlier();
    kept.areThere();
    setLoading(false);
    if (thread.state().messages === messages) kept.stop();
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
 * Keeps what is seen where it is when messages are put before it, or steps before those of the first one: browsers do
 * so themselves, except at the very top, where one is who asks for older messages. They are told when they are there,
 * since a run that goes on changes what is shown, too.
 */
function keepPlace(viewport: Element | null | undefined) {
  const messages = viewport?.querySelector(".messages");
  if (!viewport || !messages) return { areThere() {}, stop() {} };
  const measured = () => viewport.scrollHeight - viewport.scrollTop;
  let fromEnd = measured();
  let isThere = false;
  const observer = new MutationObserver(() => {
    if (!isThere) {
      fromEnd = measured();
      return;
    }
    observer.disconnect();
    viewport.scrollTop = viewport.scrollHeight - fromEnd;
  });
  observer.observe(messages, { childList: true, subtree: true });
  const areThere = () => {
    isThere = true;
  };
  return { areThere, stop: () => observer.disconnect() };
}
