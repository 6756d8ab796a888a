import { AssistantRuntimeProvider, AuiConfig, Tools } from "@assistant-ui/react";
import { type PropsWithChildren, useEffect } from "react";
import { toolkit } from "../cards/toolkit.ts";
import { ThreadView } from "../chat/thread-view.tsx";
import { ThreadList } from "../threads/thread-list.tsx";
import { Header } from "./header.tsx";
import { useServices } from "./services.ts";
import { useAddress } from "./use-address.ts";
import { useThreadRuntime } from "./use-thread-runtime.ts";

const config = AuiConfig({ tools: Tools({ toolkit }) });

/** The whole page. */
export function App() {
  const { threads } = useServices();
  useEffect(() => threads.watch(), [threads]);
  useAddress();
  return (
    <ThreadRuntime>
      <div className="app">
        <Header />
        <ThreadList />
        <main className="app-main">
          <ThreadView />
        </main>
      </div>
    </ThreadRuntime>
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
