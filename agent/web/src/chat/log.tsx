import type { PropsWithChildren } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { chatTexts } from "../words/chat.ts";

/** What was said and done. Read aloud when a run is over, not word by word while it writes. */
export function Log({ children }: PropsWithChildren) {
  const { thread } = useServices();
  const isRunning = useStore(thread, (state) => state.isRunning);
  return (
    <div role="log" aria-label={chatTexts.conversation} aria-busy={isRunning} className="messages">
      {children}
    </div>
  );
}
