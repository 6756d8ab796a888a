import { type AgentSubscriber, buildResumeArray, HttpAgent, type Message as Said } from "@ag-ui/client";
import { useState } from "react";
import { Composer, Message, Question } from "./pieces.tsx";

const agent = new HttpAgent({ url: "/api/chat", threadId: "the thread/1" });

export function AgUi() {
  const [messages, setMessages] = useState<readonly Said[]>([]);
  const [status, setStatus] = useState("ready");
  const [error, setError] = useState("");
  const subscriber: AgentSubscriber = {
    onMessagesChanged: (changed) => setMessages([...changed.messages]),
    onRunErrorEvent: ({ event }) => setError(event.message),
  };
  const run = async (resume: Parameters<typeof agent.runAgent>[0] = {}) => {
    setStatus("streaming");
    setError("");
    await agent.runAgent(resume, subscriber);
    setStatus("ready");
  };
  const say = (content: string) => {
    agent.addMessage({ id: crypto.randomUUID(), role: "user", content });
    void run();
  };
  const answer = (approved: boolean) => {
    const open = agent.pendingInterrupts;
    const given = open.map(({ id }) => [id, { status: "resolved" as const, payload: { approved } }] as const);
    void run({ resume: buildResumeArray(open, Object.fromEntries(given)) });
  };
  const again = () => {
    const last = agent.messages.findLastIndex(({ role }) => role === "user");
    agent.setMessages(agent.messages.slice(0, last + 1));
    void run();
  };
  const end = () => void fetch(`/api/chat/${encodeURIComponent(agent.threadId)}/stop`, { method: "POST" });
  return (
    <main>
      {messages.map((message) => (
        <Message key={message.id} role={message.role}>
          {typeof message.content === "string" && <p>{message.content}</p>}
          {message.role === "assistant" &&
            message.toolCalls?.map(({ id }) => (
              <section key={id} aria-label={`Call ${id}`}>
                {status === "ready" && agent.pendingInterrupts.some(({ toolCallId }) => toolCallId === id) && (
                  <Question onAnswer={answer} />
                )}
              </section>
            ))}
        </Message>
      ))}
      {error !== "" && <p role="alert">{error}</p>}
      <p role="status">{status}</p>
      <button type="button" onClick={again}>
        Again
      </button>
      <button type="button" onClick={end}>
        Stop
      </button>
      <Composer onSay={say} />
    </main>
  );
}
