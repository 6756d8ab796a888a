import {
  AssistantRuntimeProvider,
  MessagePrimitive,
  type ThreadMessageLike,
  ThreadPrimitive,
  useExternalStoreRuntime,
} from "@assistant-ui/react";
import { ToolCallCard } from "../cards/tool-call-card.tsx";
import { appsTexts } from "../words/apps.ts";

const components = { AssistantMessage: Calls, UserMessage: Calls };
const parts = { Text: () => null, tools: { Fallback: ToolCallCard } };

/** Calls that an app has made: the cards of its last ones, with the question of the one that waits. */
export function AppCalls({ messages }: { readonly messages: readonly ThreadMessageLike[] }) {
  const runtime = useExternalStoreRuntime({
    messages,
    isRunning: messages.some(({ status }) => status?.type === "running"),
    convertMessage: (message: ThreadMessageLike) => message,
    onNew: async () => undefined,
  });
  if (messages.length === 0) return null;
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <section className="app-calls" aria-label={appsTexts.calls}>
        <ThreadPrimitive.Messages components={components} />
      </section>
    </AssistantRuntimeProvider>
  );
}

function Calls() {
  return <MessagePrimitive.Parts components={parts} />;
}
