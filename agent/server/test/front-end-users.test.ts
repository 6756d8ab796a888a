import { HttpAgent } from "@ag-ui/client";
import { Chat } from "@ai-sdk/react";
import { DefaultChatTransport, type UIMessage } from "ai";
import { expect, it } from "vitest";
import { type Sender, startUsersServer, USERS } from "./support/users-server.ts";

const USER_NAMES = Object.values(USERS);
type Send = Sender["send"];

/** Passes what a stock client sends on as that user. */
function fetchAs(send: Send): typeof fetch {
  return async (address, init) => {
    const { pathname } = new URL(String(address));
    const body = init?.body === undefined ? {} : { body: JSON.parse(String(init.body)) };
    return send(pathname, { ...body, method: init?.method ?? "GET" });
  };
}

function chatOf(send: Send, messages: UIMessage[] = []): Chat<UIMessage> {
  const transport = new DefaultChatTransport({ api: "http://127.0.0.1/api/chat", fetch: fetchAs(send) });
  return new Chat<UIMessage>({ id: "support", messages, transport });
}

function agentOf(send: Send): HttpAgent {
  return new HttpAgent({ url: "http://127.0.0.1/api/chat", threadId: "support", fetch: fetchAs(send) });
}

const textsOf = ({ messages }: Chat<UIMessage>) =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "text" ? [part.text] : [])));

it("gives each user a conversation of the same name, and goes on there", async () => {
  const { as, store } = await startUsersServer();
  const chats = USER_NAMES.map((user) => chatOf(as(user).send));
  for (const [n, chat] of chats.entries()) await chat.sendMessage({ text: `first of ${n}` });
  for (const chat of chats) await chat.sendMessage({ text: "second" });
  await chats[0]?.regenerate();
  for (const [n, chat] of chats.entries()) {
    expect([chat.error, chat.messages.length, textsOf(chat)[0]]).toEqual([undefined, 4, `first of ${n}`]);
    const kept: UIMessage[] = await (await as(USER_NAMES[n] ?? "").send("/api/chat/support/messages")).json();
    expect(kept.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(JSON.stringify(kept)).toContain(`first of ${n}`);
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`first of [^${n}]`));
  }
  const listed = ["shop", "branch"].map((channel) => store.threads.list({ channel }).threads.length);
  expect(listed, "a fork of the first").toEqual([3, 1]);
});

it("begins a conversation of the same name in assistant-ui for each of them", async () => {
  const { as } = await startUsersServer();
  const begun = USER_NAMES.map(async (name) => {
    const messages = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
    const response = await as(name).send("/api/chat", { body: { threadId: "support", messages } });
    await response.text();
    return response.headers.get("x-toolwright-thread");
  });
  expect(new Set(await Promise.all(begun)).size).toBe(USER_NAMES.length);
});

it("shows nobody's conversation to somebody who knows its messages, and takes no answer from them", async () => {
  const { as } = await startUsersServer();
  const alice = as(USERS.alice);
  const chat = chatOf(alice.send);
  await chat.sendMessage({ text: "deploy" });
  const asked = chat.messages.at(-1)?.parts.find((part) => "state" in part && part.state === "approval-requested");
  const approvalId = asked !== undefined && "approval" in asked ? (asked.approval?.id ?? "") : "";
  expect(approvalId).not.toBe("");
  for (const user of [USERS.bob, USERS.other]) {
    const { send } = as(user);
    const thief = chatOf(send, structuredClone(chat.messages));
    await thief.addToolApprovalResponse({ id: approvalId, approved: true });
    await thief.sendMessage();
    expect(thief.error?.message).toContain("does not have the conversation");
    const other = chatOf(send, structuredClone(chat.messages));
    await other.sendMessage({ text: "What did she say?" });
    expect(other.error?.message).toContain("does not have the conversation");
    await chatOf(send).resumeStream();
    expect(await (await send("/api/chat/support/messages")).json()).toEqual([]);
    expect(await (await send("/api/chat/support/stop", { method: "POST" })).json()).toEqual({ stopped: false });
    const agent = agentOf(send);
    agent.addMessage({ id: "u1", role: "user", content: "Hello" });
    agent.pendingInterrupts = [{ id: approvalId, reason: "tool_call" }];
    const errors: string[] = [];
    const resume = [{ interruptId: approvalId, status: "resolved" as const, payload: { approved: true } }];
    await agent.runAgent({ resume }, { onRunErrorEvent: ({ event }) => void errors.push(event.message) });
    expect(errors).toEqual([expect.stringContaining("does not have the conversation")]);
  }
  expect((await alice.asked()).approvalId, "it waits as before").toBe(approvalId);
});

it("holds conversations of AG-UI of the same name apart", async () => {
  const { as } = await startUsersServer();
  const agents = USER_NAMES.map((user) => agentOf(as(user).send));
  for (const text of ["first", "second"])
    for (const [n, agent] of agents.entries()) {
      agent.addMessage({ id: `${text}${n}`, role: "user", content: `${text} of ${n}` });
      await agent.runAgent();
    }
  for (const [n, agent] of agents.entries()) {
    expect(agent.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    const kept = JSON.stringify(await (await as(USER_NAMES[n] ?? "").send("/api/chat/support/messages")).json());
    expect([kept.includes(`second of ${n}`), /of [^\d]/.test(kept)]).toEqual([true, false]);
    expect(kept).not.toMatch(new RegExp(`(first|second) of [^${n}]`));
  }
});
