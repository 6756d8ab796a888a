import { AssistantRuntimeProvider, AuiConfig, Tools } from "@assistant-ui/react";
import { type PropsWithChildren, useCallback, useEffect, useState } from "react";
import { toolkit } from "../cards/toolkit.ts";
import { ThreadView } from "../chat/thread-view.tsx";
import { ThreadList } from "../threads/thread-list.tsx";
import { Drawer } from "./drawer.tsx";
import { Header } from "./header.tsx";
import { Notice } from "./notice.tsx";
import { useServices } from "./services.ts";
import { useAddress } from "./use-address.ts";
import { useThreadRuntime } from "./use-thread-runtime.ts";
import { useTitle } from "./use-title.ts";

const config = AuiConfig({ tools: Tools({ toolkit }) });

/** The whole page. */
export function App() {
  const { threads } = useServices();
  useEffect(() => threads.watch(), [threads]);
  useAddress();
  useTitle();
  return (
    <ThreadRuntime>
      <Page />
    </ThreadRuntime>
  );
}

function Page() {
  const [isListOpen, setListOpen] = useState(false);
  const [isTimelineOpen, setTimelineOpen] = useState(false);
  const closeList = useCallback(() => setListOpen(false), []);
  return (
    <div className="app">
      <Header
        isListOpen={isListOpen}
        onList={() => setListOpen(!isListOpen)}
        isTimelineOpen={isTimelineOpen}
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
      </div>
    </div>
  );
}

/** A component of its own, so that what a run brings renders nothing but what shows it. */
function ThreadRuntime({ children }: PropsWithChildren) {
  return (
    <AssistantRuntimeProvider runtime={useThreadRuntime()} config={config}>
      {children}
    </AssistantRuntimeProvider>
  );
}
