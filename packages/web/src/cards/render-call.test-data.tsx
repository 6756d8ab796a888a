import {
  AssistantRuntimeProvider,
  AuiConfig,
  MessagePrimitive,
  type ThreadMessageLike,
  ThreadPrimitive,
  Tools,
  useExternalStoreRuntime,
} from "@assistant-ui/react";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type Approvals, ApprovalsProvider } from "../approval/approvals.ts";
import { ToolFallback } from "./tool-fallback.tsx";
import { toolkit } from "./toolkit.ts";

type Content = Exclude<ThreadMessageLike["content"], string>;
export type TestPart = Content[number];
export type TestCall = Partial<Extract<TestPart, { type: "tool-call" }>>;

export interface RenderOptions {
  readonly status?: ThreadMessageLike["status"];
  readonly approvals?: Approvals;
}

/** One call of `bash`, unless something else is said, as the cards of the toolkit show it in a message of assistant-ui. */
export function renderCall(call: TestCall = {}, options: RenderOptions = {}): string {
  return renderParts([aCall(call)], options);
}

export function aCall(call: TestCall = {}): TestPart {
  return { type: "tool-call", toolCallId: "c1", toolName: "unknown_tool", argsText: "{}", ...call };
}

/** A message of the agent with these parts, as HTML. */
export function renderParts(parts: Content, { status, approvals }: RenderOptions = {}): string {
  const message: ThreadMessageLike = {
    role: "assistant",
    id: "m1",
    content: parts,
    status: status ?? { type: "running" },
  };
  const thread = <Thread message={message} />;
  return renderToStaticMarkup(
    approvals === undefined ? thread : <ApprovalsProvider value={approvals}>{thread}</ApprovalsProvider>,
  );
}

const config = AuiConfig({ tools: Tools({ toolkit }) });

function Thread({ message }: { readonly message: ThreadMessageLike }): ReactNode {
  const runtime = useExternalStoreRuntime({
    messages: [message],
    isRunning: message.status?.type === "running",
    convertMessage: (shown: ThreadMessageLike) => shown,
    onNew: async () => {},
  });
  return (
    <AssistantRuntimeProvider runtime={runtime} config={config}>
      <ThreadPrimitive.Messages components={{ AssistantMessage: Message, UserMessage: Message }} />
    </AssistantRuntimeProvider>
  );
}

function Message() {
  return <MessagePrimitive.Parts components={{ Text: ({ text }) => text, tools: { Fallback: ToolFallback } }} />;
}
