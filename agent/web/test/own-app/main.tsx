// An assistant-ui app that is not Toolwright's: it registers the cards in both ways, and has the page's own runtime, by
// the hash of its address.
import {
  ActionBarPrimitive,
  type AssistantRuntime,
  AssistantRuntimeProvider,
  AuiConfig,
  ComposerPrimitive,
  MessagePrimitive,
  ThreadPrimitive,
  Tools,
} from "@assistant-ui/react";
import { useDataStreamRuntime } from "@assistant-ui/react-data-stream";
import { Api, ServerApprovals, ToolUis, toolkit, useServerRuntime } from "@toolwright/web";
import "@toolwright/web/cards.css";
import { createRoot } from "react-dom/client";

const isToolkit = location.hash === "#toolkit";
const config = AuiConfig(isToolkit ? { tools: Tools({ toolkit }) } : {});

const api = new Api();

/** Its own `threadId` is left out where the hash says so. */
function Stock() {
  const body = location.hash === "#no-id" ? { threadId: undefined } : {};
  return <App runtime={useDataStreamRuntime({ api: "/api/chat", protocol: "data-stream", body })} />;
}

function WithServerRuntime() {
  return <App runtime={useServerRuntime({ api }).runtime} />;
}

function App({ runtime }: { readonly runtime: AssistantRuntime }) {
  return (
    <AssistantRuntimeProvider runtime={runtime} config={config}>
      {isToolkit ? null : <ToolUis />}
      <ServerApprovals api={api}>
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
      <ActionBarPrimitive.Root>
        <ActionBarPrimitive.Reload>Again</ActionBarPrimitive.Reload>
      </ActionBarPrimitive.Root>
    </MessagePrimitive.Root>
  );
}

createRoot(document.getElementById("app") ?? document.body).render(
  location.hash === "#runtime" ? <WithServerRuntime /> : <Stock />,
);
