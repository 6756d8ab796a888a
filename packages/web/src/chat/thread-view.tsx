import { AuiIf, ThreadPrimitive, useAuiState } from "@assistant-ui/react";
import type { PropsWithChildren } from "react";
import { Composer } from "./composer.tsx";
import { EarlierMessages } from "./earlier-messages.tsx";
import { EmptyThread } from "./empty-thread.tsx";
import { Messages } from "./messages.tsx";

/** The conversation: what was said and done, and where to say more. */
export function ThreadView() {
  return (
    <ThreadPrimitive.Root className="thread">
      <ThreadPrimitive.Viewport className="thread-viewport">
        <EarlierMessages />
        <AuiIf condition={(s) => s.thread.messages.length === 0 && !s.thread.isLoading}>
          <EmptyThread />
        </AuiIf>
        <Log>
          <Messages />
        </Log>
        <div className="viewport-foot">
          <ThreadPrimitive.ScrollToBottom className="to-newest">To the newest</ThreadPrimitive.ScrollToBottom>
        </div>
      </ThreadPrimitive.Viewport>
      <Composer />
    </ThreadPrimitive.Root>
  );
}

/** Read aloud when a run is over, not word by word while it writes. */
function Log({ children }: PropsWithChildren) {
  const isRunning = useAuiState((s) => s.thread.isRunning);
  return (
    <div role="log" aria-label="Conversation" aria-busy={isRunning} className="messages">
      {children}
    </div>
  );
}
