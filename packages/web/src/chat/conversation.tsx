import { AssistantRuntimeProvider } from "@assistant-ui/react";
import { useCallback } from "react";
import { useServices } from "../app/services.ts";
import { ThreadOutputs } from "../app/thread-outputs.tsx";
import { useStore } from "../app/use-store.ts";
import { useStoreRuntime } from "../app/use-store-runtime.ts";
import { ThreadView } from "./thread-view.tsx";

/** The thread that is shown, in a runtime of assistant-ui: what stands around it comes first, and needs none. */
export function Conversation() {
  const { api, thread, transcript, choice, attachments } = useServices();
  const messages = useStore(transcript, (state) => state.live);
  const threadId = useStore(thread, (state) => state.threadId);
  const sent = useCallback(() => choice.sent(), [choice]);
  return (
    <AssistantRuntimeProvider runtime={useStoreRuntime({ thread, messages, choice: sent, attachments })}>
      <ThreadOutputs api={api} threadId={threadId}>
        <ThreadView />
      </ThreadOutputs>
    </AssistantRuntimeProvider>
  );
}
