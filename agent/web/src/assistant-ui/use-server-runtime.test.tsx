import { AssistantRuntimeProvider, ThreadPrimitive } from "@assistant-ui/react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { Api } from "../server/api.ts";
import { useServerRuntime } from "./use-server-runtime.ts";

const api = new Api({ baseUrl: "http://127.0.0.1:1", token: "a-long-secret" });

function App() {
  const { runtime, threadId } = useServerRuntime({ api });
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <ThreadPrimitive.Root>{threadId ?? "a new thread"}</ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  );
}

it("can be rendered on a server, as frameworks for pages do it first", () => {
  expect(renderToString(<App />)).toContain("a new thread");
});
