import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from "ai";
import { useEffect, useState } from "react";
import { Composer, Message, Question } from "./pieces.tsx";

const ID = "the chat/1";
const ROUTE = `/api/chat/${encodeURIComponent(ID)}`;

/** A page that keeps nothing: what was said before a reload comes from the server. */
export function UseChat() {
  const [messages, setMessages] = useState<UIMessage[]>();
  useEffect(() => {
    const load = async () => setMessages(await (await fetch(`${ROUTE}/messages`)).json());
    void load();
  }, []);
  return messages === undefined ? null : <Chat before={messages} />;
}

function Chat({ before }: { readonly before: UIMessage[] }) {
  const { messages, sendMessage, regenerate, addToolApprovalResponse, status, error, stop } = useChat({
    id: ID,
    messages: before,
    resume: true,
    transport: new DefaultChatTransport(),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  const end = async () => {
    await fetch(`${ROUTE}/stop`, { method: "POST" });
    await stop();
  };
  return (
    <main>
      {messages.map(({ id, role, parts }) => (
        <Message key={id} role={role}>
          {parts.map((part) => {
            if (part.type === "text") return <p key={part.text}>{part.text}</p>;
            if (!("toolCallId" in part)) return null;
            const asked = part.state === "approval-requested" ? part.approval.id : undefined;
            const answer = (approved: boolean) => void addToolApprovalResponse({ id: asked ?? "", approved });
            return (
              <section key={part.toolCallId} aria-label={`Call ${part.toolCallId}`}>
                {part.type} {part.state}
                {asked !== undefined && <Question onAnswer={answer} />}
              </section>
            );
          })}
        </Message>
      ))}
      {error !== undefined && <p role="alert">{error.message}</p>}
      <p role="status">{status}</p>
      <button type="button" onClick={() => void regenerate()}>
        Again
      </button>
      <button type="button" onClick={() => void end()}>
        Stop
      </button>
      <Composer onSay={(text) => void sendMessage({ text })} />
    </main>
  );
}
