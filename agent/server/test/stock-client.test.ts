import { DatabaseSync, StatementSync } from "node:sqlite";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { findThread } from "../src/routes/chat/find-thread.ts";
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

  it.each([undefined, "__DEFAULT_ID__"])(
    "goes on with a thread that its model has named since (%s)",
    async (threadId) => {
      const steps = ["One.", "By the model", "Two.", "Three."].map((text) => ({ text }));
      const { send, store } = await startTestServer({ steps, agent: { titles: true } });
      const say = async (messages: readonly object[]) => {
        const response = await send("/api/chat", { body: { messages, threadId } });
        await response.text();
        return [response.status, response.headers.get("x-toolwright-thread")];
      };
      const history = [user("Hi")];
      const [, thread] = await say(history);
      await expect.poll(() => store.threads.list({ channel: "web" }).threads[0]?.title).toBe("By the model");
      history.push(agent("One."), user("More"));
      expect(await say(history)).toEqual([200, thread]);
      store.threads.rename({ channel: "web", chatId: String(thread) }, "By a person");
      history.push(agent("Two."), user("And more"));
      expect(await say(history)).toEqual([200, thread]);
      expect(store.threads.list({ channel: "web" }).threads).toHaveLength(1);
    },
  );

  it("goes on with a thread in which it said a key, which is stored masked", async () => {
    const { send, store } = await startTestServer({ steps: ["One.", "Two.", "Three."].map((text) => ({ text })) });
    const key = "sk-abcdefghijklmnopqrstuvwxyz0123456789";
    const history = [user(`Use ${key}`)];
    for (const answer of ["One.", "Two.", "Three."]) {
      await (await send("/api/chat", { body: { messages: history } })).text();
      history.push(agent(answer), user(`Again with ${key}`));
    }
    expect(store.threads.list({ channel: "web" }).threads).toHaveLength(1);
  });

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

  it("is found its thread among 10,000 by as many statements and rows as among ten", async () => {
    const { store, file, send } = await startTestServer({ steps: [{ text: "One." }, { text: "Two." }] });
    for (const messages of [[user("Hi")], [user("Hi"), agent("One."), user("More")]]) {
      await (await send("/api/chat", { body: { messages } })).text();
    }
    const fill = (first: number, last: number) => {
      const database = new DatabaseSync(file);
      const sql = `WITH RECURSIVE n (n) AS (SELECT ? UNION ALL SELECT n + 1 FROM n WHERE n < ?)
        INSERT INTO threads (channel, chat_id, title, created_at, updated_at, touched, run_seq, first_said)
        SELECT 'web', 'other' || n, 'Hi', 0, 0, 1000 + n, 1, 'hash' || n FROM n`;
      database.prepare(sql).run(first, last);
      database.close();
    };
    const cost = async () => {
      let [statements, rows] = [0, 0];
      const all = vi.spyOn(StatementSync.prototype, "all");
      const get = vi.spyOn(StatementSync.prototype, "get");
      const messages = [user("Hi"), agent("One."), user("More"), agent("Two."), user("And more")];
      const found = await findThread(store, { channel: "web", messages });
      for (const { value } of all.mock.results) rows += Array.isArray(value) ? value.length : 0;
      statements = all.mock.calls.length + get.mock.calls.length;
      vi.restoreAllMocks();
      return { found, statements, rows };
    };
    fill(1, 9);
    const ten = await cost();
    expect(ten.found?.id).toBe(store.threads.list({ channel: "web", limit: 200 }).threads.at(-1)?.conversation.chatId);
    fill(10, 9_999);
    expect(await cost()).toEqual(ten);
    const plans = new DatabaseSync(file, { readOnly: true });
    onTestFinished(() => plans.close());
    const asked =
      "SELECT id FROM threads AS t WHERE t.channel = 'web' AND t.first_said = 'x' ORDER BY t.touched DESC LIMIT 100";
    const plan = plans.prepare(`EXPLAIN QUERY PLAN ${asked}`).all();
    expect(plan.map(({ detail }) => detail)).toEqual([
      "SEARCH t USING COVERING INDEX threads_by_first_said (channel=? AND first_said=?)",
    ]);
  });

  it("begins a thread under that id, and goes on there", async () => {
    const { send, store } = await startTestServer({ steps: ["One.", "Two."].map((text) => ({ text })) });
    const messages = [user("Hi")];
    for (const answer of ["One.", "Two."]) {
      const response = await send("/api/chat", { body: { threadId: "release-7", messages } });
      expect([response.status, response.headers.get("x-toolwright-thread")]).toEqual([200, "release-7"]);
      await response.text();
      messages.push(agent(answer), user("More"));
    }
    expect(store.threads.list({ channel: "web" }).threads).toHaveLength(1);
    for (const threadId of ["..", "a\nb", "gone"]) {
      const said = threadId === "gone" ? messages : [user("Hi")];
      expect((await send("/api/chat", { body: { threadId, messages: said } })).status).toBe(404);
    }
  });

  it("is told when nothing like that was said here", async () => {
    const { send } = await startTestServer();
    const messages = [user("Never said"), agent("No."), user("So?")];
    expect((await send("/api/chat", { body: { messages, threadId: "__DEFAULT_ID__" } })).status).toBe(404);
  });
});
