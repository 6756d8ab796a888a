import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { conversationsTexts } from "../words/conversations.ts";

/** How many questions of other threads wait for an answer, and the way to the first. */
export function WaitingLink() {
  const { thread, threads } = useServices();
  const shown = useStore(thread, (state) => state.threadId);
  const pending = useStore(threads, (state) => state.pending);
  const others = pending.filter(({ threadId }) => threadId !== shown);
  const [first] = others;
  if (first === undefined) return null;
  return (
    <a className="waiting-link" href={`#${encodeURIComponent(first.threadId)}`}>
      {conversationsTexts.waiting(others.length)}
    </a>
  );
}
