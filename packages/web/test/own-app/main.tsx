// An assistant-ui app that is not Toolwright's: it registers the cards in both ways, by the hash of its address.
import {
  AssistantRuntimeProvider,
  AuiConfig,
  ComposerPrimitive,
  MessagePrimitive,
  ThreadPrimitive,
  Tools,
} from "@assistant-ui/react";
import { useDataStreamRuntime } from "@assistant-ui/react-data-stream";
import { Api, ServerApprovals, ToolUis, toolkit } from "@toolwright/web";
import "@toolwright/web/cards.css";
import { createRoot } from "react-dom/client";

const isToolkit = location.hash === "#toolkit";
const config = AuiConfig(isToolkit ? { tools: Tools({ toolkit }) } : {});

function App() {
  const runtime = useDataStreamRuntime({ api: "/api/chat", protocol: "data-stream" });
  return (
    <AssistantRuntimeProvider runtime={runtime} config={config}>
      {isToolkit ? null : <ToolUis />}
      <ServerApprovals api={new Api()}>
        <ThreadPrimitive.Root>
          <ThreadPrimitive.Messages components={{ UserMessage: Message, AssistantMessage: Message }} />
          <ComposerPrimitive.Root>
            <ComposerPrimitive.Input aria-label="Message" />
          </ComposerPrimitive.Root>
        </ThreadPrimitive.Root>
      </ServerApprovals>
    </AssistantRuntimeProvider>
  );
}

function Message() {
  return (
    <MessagePrimitive.Root>
      <MessagePrimitive.Parts />
    </MessagePrimitive.Root>
  );
}

createRoot(document.getElementById("app") ?? document.body).render(<App />);
