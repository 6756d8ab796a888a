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

  it("is told when nothing like that was said here", async () => {
    const { send } = await startTestServer();
    const messages = [user("Never said"), agent("No."), user("So?")];
    expect((await send("/api/chat", { body: { messages, threadId: "__DEFAULT_ID__" } })).status).toBe(404);
  });
});
