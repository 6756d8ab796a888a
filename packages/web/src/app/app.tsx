import { AssistantRuntimeProvider } from "@assistant-ui/react";
import { type PropsWithChildren, useCallback, useEffect, useRef, useState } from "react";
import { ThreadView } from "../chat/thread-view.tsx";
import { ThreadList } from "../threads/thread-list.tsx";
import { Timeline } from "../timeline/timeline.tsx";
import { Drawer } from "./drawer.tsx";
import { Header } from "./header.tsx";
import { Notice } from "./notice.tsx";
import { useServices } from "./services.ts";
import { ThreadOutputs } from "./thread-outputs.tsx";
import { toolConfig } from "./tool-config.ts";
import { useAddress } from "./use-address.ts";
import { useStore } from "./use-store.ts";
import { useStoreRuntime } from "./use-store-runtime.ts";
import { useTitle } from "./use-title.ts";

/** The whole page. */
export function App() {
  const { threads, undo, info } = useServices();
  useEffect(() => threads.watch(), [threads]);
  useEffect(() => (info.undo ? undo.watch() : undefined), [undo, info]);
  useAddress();
  useTitle();
  useReconnect();
  return (
    <ThreadRuntime>
      <Page />
    </ThreadRuntime>
  );
}

function Page() {
  const [isListOpen, setListOpen] = useState(false);
  const [isTimelineOpen, setTimelineOpen] = useState(false);
  const listButton = useRef<HTMLButtonElement>(null);
  const timelineButton = useRef<HTMLButtonElement>(null);
  const closeList = useCallback(() => {
    setListOpen(false);
    listButton.current?.focus();
  }, []);
  const closeTimeline = useCallback(() => {
    setTimelineOpen(false);
    timelineButton.current?.focus();
  }, []);
  return (
    <div className="app">
      <Header
        isListOpen={isListOpen}
        onList={() => setListOpen(!isListOpen)}
        listButton={listButton}
        isTimelineOpen={isTimelineOpen}
        timelineButton={timelineButton}
        onTimeline={() => setTimelineOpen(!isTimelineOpen)}
      />
      <Notice />
      <div className="app-body">
        <Drawer isOpen={isListOpen} onClose={closeList}>
          <ThreadList />
        </Drawer>
        <main className="app-main">
          <ThreadView />
        </main>
        {isTimelineOpen ? <Timeline onClose={closeTimeline} /> : null}
      </div>
    </div>
  );
}

/** A component of its own, so that what a run brings renders nothing but what shows it. */
function ThreadRuntime({ children }: PropsWithChildren) {
  const { api, thread, transcript, choice } = useServices();
  const messages = useStore(transcript, (state) => state.live);
  const threadId = useStore(thread, (state) => state.threadId);
  const sent = useCallback(() => choice.sent(), [choice]);
  return (
    <AssistantRuntimeProvider runtime={useStoreRuntime({ thread, messages, choice: sent })} config={toolConfig}>
      <ThreadOutputs api={api} threadId={threadId}>
        {children}
      </ThreadOutputs>
    </AssistantRuntimeProvider>
  );
}

/** Opens the thread again that was lost, as soon as the server answers again. */
function useReconnect(): void {
  const { thread, threads } = useServices();
  const isReached = useStore(threads, (state) => state.isReached);
  const isLost = useStore(thread, (state) => state.connection === "lost");
  useEffect(() => {
    if (isReached && isLost) void thread.open(thread.state().threadId);
  }, [thread, isReached, isLost]);
}
