import { ThreadPrimitive } from "@assistant-ui/react";
import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";
import { AssistantMessage } from "./assistant-message.tsx";
import { Composer } from "./composer.tsx";
import { UserMessage } from "./user-message.tsx";

const components = { UserMessage, AssistantMessage };

/** The conversation: what was said and done, and where to say more. */
export function ThreadView() {
  const { thread } = useServices();
  const before = useStore(thread, (state) => state.before);
  return (
    <ThreadPrimitive.Root className="thread">
      <ThreadPrimitive.Viewport className="thread-viewport">
        {before === undefined ? null : (
          <button type="button" className="earlier" onClick={() => void thread.loadEarlier()}>
            Earlier messages
          </button>
        )}
        <div role="log" aria-label="Conversation" className="messages">
          <ThreadPrimitive.Messages components={components} />
        </div>
      </ThreadPrimitive.Viewport>
      <Composer />
    </ThreadPrimitive.Root>
  );
}
