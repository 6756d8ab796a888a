import { ThreadPrimitive } from "@assistant-ui/react";
import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";
import { AssistantMessage } from "./assistant-message.tsx";
import { PastPage } from "./past-page.tsx";
import { UserMessage } from "./user-message.tsx";

const components = { UserMessage, AssistantMessage };

/** Every message that is loaded, the past ones page by page. */
export function Messages() {
  const { transcript } = useServices();
  const pages = useStore(transcript, (state) => state.pages);
  return (
    <>
      {pages.map((messages) => (
        <PastPage key={messages[0]?.id} messages={messages} />
      ))}
      <ThreadPrimitive.Messages components={components} />
    </>
  );
}
