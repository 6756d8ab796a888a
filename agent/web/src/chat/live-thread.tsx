import { AssistantRuntimeProvider, ThreadPrimitive } from "@assistant-ui/react";
import { useCallback } from "react";
import { AppSlot } from "../apps/app-slot.tsx";
import { ThreadOutputs } from "../assistant-ui/thread-outputs.tsx";
import { useStoreRuntime } from "../assistant-ui/use-store-runtime.ts";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { CallApp } from "../cards/call-app.ts";
import { DeclaredEffects } from "../cards/tool-looks.ts";
import { Icon } from "../icons/icon.tsx";
import { chatTexts } from "../words/chat.ts";
import { AssistantMessage } from "./assistant-message.tsx";
import { EarlierMessages } from "./earlier-messages.tsx";
import { Log } from "./log.tsx";
import { PastPage } from "./past-page.tsx";
import { UserMessage } from "./user-message.tsx";

const components = { UserMessage, AssistantMessage };

/** A thread that has begun, in a runtime of assistant-ui. */
export function LiveThread() {
  const { api, info, thread, transcript, choice } = useServices();
  const messages = useStore(transcript, (state) => state.live);
  const threadId = useStore(thread, (state) => state.threadId);
  const sent = useCallback(() => choice.sent(), [choice]);
  const declared = useCallback((name: string) => info.tools.find((tool) => tool.name === name)?.effects, [info]);
  return (
    <AssistantRuntimeProvider runtime={useStoreRuntime({ thread, messages, choice: sent })}>
      <ThreadOutputs api={api} threadId={threadId}>
        <CallApp value={info.apps === undefined ? undefined : AppSlot}>
          <DeclaredEffects value={declared}>
            <ThreadPrimitive.Viewport className="thread-viewport">
              <EarlierMessages />
              <Log>
                <Messages />
              </Log>
              <div className="viewport-foot">
                <ThreadPrimitive.ScrollToBottom
                  className="to-newest"
                  aria-label={chatTexts.jumpToLatest}
                  title={chatTexts.jumpToLatest}
                >
                  <Icon name="chevron" />
                </ThreadPrimitive.ScrollToBottom>
              </div>
            </ThreadPrimitive.Viewport>
          </DeclaredEffects>
        </CallApp>
      </ThreadOutputs>
    </AssistantRuntimeProvider>
  );
}

/** Every message that is loaded, the past ones page by page. */
function Messages() {
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
