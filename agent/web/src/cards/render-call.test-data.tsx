import {
  AssistantRuntimeProvider,
  MessagePrimitive,
  type ThreadMessageLike,
  ThreadPrimitive,
  useExternalStoreRuntime,
} from "@assistant-ui/react";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type Approvals, ApprovalsProvider } from "../approval/approvals.ts";
import { OpenCards } from "./frame/open-cards.ts";
import { ToolCallCard } from "./tool-call-card.tsx";

type Content = Exclude<ThreadMessageLike["content"], string>;
export type TestPart = Content[number];
export type TestCall = Partial<Extract<TestPart, { type: "tool-call" }>>;

export interface RenderOptions {
  readonly status?: ThreadMessageLike["status"];
  readonly approvals?: Approvals;
  readonly areOpen?: boolean;
}

/** One call of `bash`, unless something else is said, as its card shows it in a message of assistant-ui. */
export function renderCall(call: TestCall = {}, options: RenderOptions = {}): string {
  return renderParts([aCall(call)], options);
}

export function aCall(call: TestCall = {}): TestPart {
  return { type: "tool-call", toolCallId: "c1", toolName: "unknown_tool", argsText: "{}", ...call };
}

/** A message of the agent with these parts, as HTML. */
export function renderParts(parts: Content, { status, approvals, areOpen = false }: RenderOptions = {}): string {
  const message: ThreadMessageLike = {
    role: "assistant",
    id: "m1",
    content: parts,
    status: status ?? { type: "running" },
  };
  const thread = (
    <OpenCards value={areOpen}>
      <Thread message={message} />
    </OpenCards>
  );
  return renderToStaticMarkup(
    approvals === undefined ? thread : <ApprovalsProvider value={approvals}>{thread}</ApprovalsProvider>,
  );
}

function Thread({ message }: { readonly message: ThreadMessageLike }): ReactNode {
  const runtime = useExternalStoreRuntime({
    messages: [message],
    isRunning: message.status?.type === "running",
    convertMessage: (shown: ThreadMessageLike) => shown,
    onNew: async () => {},
  });
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <ThreadPrimitive.Messages components={{ AssistantMessage: Message, UserMessage: Message }} />
    </AssistantRuntimeProvider>
  );
}

function Message() {
  return <MessagePrimitive.Parts components={{ Text: ({ text }) => text, tools: { Fallback: ToolCallCard } }} />;
}
