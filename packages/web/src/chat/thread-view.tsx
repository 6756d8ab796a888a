import { AuiIf, ThreadPrimitive, useAuiState } from "@assistant-ui/react";
import { lazy, type PropsWithChildren, Suspense, useCallback } from "react";
import { useServices } from "../app/services.ts";
import { DeclaredEffects } from "../cards/tool-looks.ts";
import { Composer } from "../composer/composer.tsx";
import { EarlierMessages } from "./earlier-messages.tsx";
import { EmptyThread } from "./empty-thread.tsx";

// A page on which nothing has been said needs neither cards nor what reads Markdown.
const Messages = lazy(async () => ({ default: (await import("./messages.tsx")).Messages }));

/** The conversation: what was said and done, and where to say more. */
export function ThreadView() {
  const { tools } = useServices().info;
  const declared = useCallback((name: string) => tools.find((tool) => tool.name === name)?.effects, [tools]);
  return (
    <ThreadPrimitive.Root className="thread">
      <ThreadPrimitive.Viewport className="thread-viewport">
        <EarlierMessages />
        <AuiIf condition={(s) => s.thread.messages.length === 0 && !s.thread.isLoading}>
          <EmptyThread />
        </AuiIf>
        <Log>
          <DeclaredEffects value={declared}>
            <AuiIf condition={(s) => s.thread.messages.length > 0}>
              <Suspense fallback={null}>
                <Messages />
              </Suspense>
            </AuiIf>
          </DeclaredEffects>
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
