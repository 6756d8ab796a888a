import { describe, expect, it } from "vitest";
import { startTestServer } from "./support/test-server.ts";

const user = (text: string) => ({ role: "user", content: [{ type: "text", text }] });
const agent = (text: string) => ({ role: "assistant", content: [{ type: "text", text }] });

/** What an assistant-ui app sends that knows nothing of threads here. */
describe("a client with an id of its own", () => {
  it.each([undefined, "__DEFAULT_ID__", "__LOCALID_x7"])(
    "goes on with the thread that it began (%s)",
    async (threadId) => {
      const { send, store } = await startTestServer({
        steps: [{ text: "One." }, { text: "Two." }, { text: "Three." }],
      });
      const say = async (messages: readonly object[]) => {
        const response = await send("/api/chat", {
          body: { messages, ...(threadId === undefined ? {} : { threadId }) },
        });
        await response.text();
        return [response.status, response.headers.get("x-toolwright-thread")];
      };
      const history = [user("Hi")];
      const [status, thread] = await say(history);
      expect(status).toBe(200);
      history.push(agent("One."), user("More"));
      expect(await say(history)).toEqual([200, thread]);
      history.push(agent("Two."), user("And more"));
      expect(await say(history)).toEqual([200, thread]);
      expect(store.threads.list({ channel: "web" }).threads).toHaveLength(1);
    },
  );

  it("keeps two conversations apart that began with the same words", async () => {
    const { send } = await startTestServer({ steps: Array.from({ length: 4 }, () => ({ text: "Yes?" })) });
    const say = async (messages: readonly object[]) => {
      const response = await send("/api/chat", { body: { messages, threadId: "__DEFAULT_ID__" } });
      await response.text();
      return response.headers.get("x-toolwright-thread");
    };
    const [first, second] = [await say([user("Hi")]), await say([user("Hi")])];
    expect(first).not.toBe(second);
    const next = await say([user("Hi"), agent("Yes?"), user("One")]);
    const other = await say([user("Hi"), agent("Yes?"), user("Two")]);
    expect(new Set([next, other])).toEqual(new Set([first, second]));
  });

  it("that edits what it said, or tries an answer again, goes on in a fork, and what it left out stays where it was", async () => {
    const { send, store } = await startTestServer({ steps: ["One.", "Two.", "Other two."].map((text) => ({ text })) });
    const say = async (messages: readonly object[]) => {
      const response = await send("/api/chat", { body: { messages, threadId: "__LOCALID_x7" } });
      await response.text();
      return response.headers.get("x-toolwright-thread") ?? "";
    };
    const thread = await say([user("Hi")]);
    await say([user("Hi"), agent("One."), user("More")]);
    const fork = await say([user("Hi"), agent("One."), user("Or rather")]);
    expect(fork).not.toBe(thread);
    const shown = async (id: string) => {
      const { messages } = await (await send(`/api/threads/${id}`)).json();
      return messages.map((message: { content?: unknown; parts?: readonly { text: string }[] }) =>
        JSON.stringify(message.content ?? message.parts?.map(({ text }) => text)),
      );
    };
    expect((await shown(thread)).join()).toContain("More");
    expect(await shown(fork)).toEqual([
      '[{"type":"text","text":"Hi"}]',
      '["One."]',
      '[{"type":"text","text":"Or rather"}]',
      '["Other two."]',
    ]);
    expect(store.threads.get({ channel: "web", chatId: fork })?.forkedFrom?.conversation.chatId).toBe(thread);
    // What is refused leaves nothing behind.
    const wrong = [user("Hi"), { ...agent("One."), tool_calls: [{ id: "made-up" }] }, user("Again")];
    expect((await send("/api/chat", { body: { messages: wrong } })).status).toBe(400);
    expect(store.threads.list({ channel: "web" }).threads).toHaveLength(2);
  });

  it("is told when nothing like that was said here", async () => {
    const { send } = await startTestServer();
    const messages = [user("Never said"), agent("No."), user("So?")];
    expect((await send("/api/chat", { body: { messages, threadId: "__DEFAULT_ID__" } })).status).toBe(404);
  });
});
