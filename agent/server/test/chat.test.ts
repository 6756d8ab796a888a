import { describe, expect, it } from "vitest";
import { heldModel } from "./support/held-model.ts";
import { startTestServer } from "./support/test-server.ts";
import { decoded, frames } from "./support/wire.ts";

const twoCalls = [
  {
    text: "Looking.",
    reasoning: "hm",
    toolCalls: [
      { id: "a", name: "echo", arguments: { text: "one" } },
      { id: "b", name: "echo", arguments: { text: 2 } },
    ],
    usage: { inputTokens: 3, outputTokens: 4 },
  },
  { text: "Done.", usage: { inputTokens: 5, outputTokens: 6 } },
];

describe("POST /api/chat", () => {
  it("is what assistant-stream's own decoder reads: texts, calls with arguments, results, errors, one finish", async () => {
    const { send } = await startTestServer({ steps: twoCalls });
    const response = await send("/api/chat", { body: { message: "hi" } });
    expect(response.status).toBe(200);
    expect(response.headers.get("x-vercel-ai-data-stream")).toBe("v1");
    const message = await decoded(response);
    expect(message).toMatchObject({
      status: { type: "complete", reason: "stop" },
      parts: [
        { type: "reasoning", text: "hm" },
        { type: "text", text: "Looking." },
        { type: "tool-call", toolCallId: "a", args: { text: "one" }, result: { said: "one" }, isError: false },
        {
          type: "tool-call",
          toolCallId: "b",
          args: { text: 2 },
          isError: true,
          result: { errorCode: "invalid_arguments" },
        },
        ...Array(3).fill({ type: "data" }),
        { type: "text", text: "Done." },
      ],
    });
    // The call that was refused ends when it may, beside the one that runs.
    const beside = (message?.parts ?? []).flatMap((part) =>
      part.type === "data" ? [`${part.name} ${part.parentId}`] : [],
    );
    expect(beside.toSorted()).toEqual(["tool-end a", "tool-end b", "tool-running a"]);
    expect(beside.indexOf("tool-running a")).toBeLessThan(beside.indexOf("tool-end a"));
    expect(JSON.stringify(message)).not.toContain("internal");
  });

  it("has one finish, which is not tool-calls, and sums usage", async () => {
    const { send } = await startTestServer({ steps: twoCalls });
    const all = await frames(await send("/api/chat", { body: { message: "hi" } }));
    expect(all.filter(([code]) => code === "d")).toEqual([
      ["d", { path: [], finishReason: "stop", usage: { inputTokens: 8, outputTokens: 10 } }],
    ]);
  });

  it("ends at the limit of iterations without tool-calls", async () => {
    const { send } = await startTestServer({ steps: twoCalls, config: { maxIterations: 1 } });
    const all = await frames(await send("/api/chat", { body: { message: "hi" } }));
    expect(all.at(-1)).toMatchObject(["d", { finishReason: "other" }]);
  });

  it("says in its own words that a model failed", async () => {
    const { send } = await startTestServer({
      steps: [{ error: { code: "http", message: "no key at 10.0.0.1", status: 401 } }],
    });
    const all = await frames(await send("/api/chat", { body: { message: "hi" } }));
    expect(all.slice(-2)).toMatchObject([
      ["3", "The model's server refused the request."],
      ["d", { finishReason: "error" }],
    ]);
    expect(JSON.stringify(all)).not.toContain("10.0.0.1");
  });

  it("keeps the history: the next message is all that a client sends", async () => {
    const { send } = await startTestServer({ steps: [{ text: "One." }, { text: "Two." }] });
    const first = await send("/api/chat", { body: { message: "first" } });
    const threadId = first.headers.get("x-toolwright-thread");
    await first.text();
    await (await send("/api/v1/ai/chat", { body: { threadId, message: "second" } })).text();
    const thread = await (await send(`/api/threads/${threadId}`)).json();
    expect(thread).toMatchObject({
      title: "first",
      status: "idle",
      messages: [
        { role: "user", content: "first" },
        { role: "assistant", parts: [{ type: "text", text: "One." }], stopReason: "stop" },
        { role: "user", content: "second" },
        { role: "assistant", parts: [{ type: "text", text: "Two." }] },
      ],
    });
  });

  it("calls a new thread as the client does, and makes it once, however often it is asked to", async () => {
    const { send } = await startTestServer({ steps: [{ text: "One." }, { text: "Two." }] });
    const newThreadId = "a".repeat(32);
    const body = { newThreadId, message: "first" };
    const answers = await Promise.all([send("/api/chat", { body }), send("/api/chat", { body })]);
    await Promise.all(answers.map((response) => response.text()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await send("/api/chat", { body })).status).toBe(409);
    const thread = await (await send(`/api/threads/${newThreadId}`)).json();
    expect(thread.messages).toMatchObject([{ content: "first" }, { parts: [{ text: "One." }] }]);
    expect((await send("/api/chat", { body: { ...body, newThreadId: "short" } })).status).toBe(400);
    await (await send("/api/chat", { body: { threadId: newThreadId, message: "second" } })).text();
  });

  it("takes the id with which assistant-ui begins for none, and finds the thread that was begun with it", async () => {
    const { send } = await startTestServer();
    const said = { role: "user", content: [{ type: "text", text: "hi" }] };
    const begin = await send("/api/chat", { body: { threadId: "__DEFAULT_ID__", messages: [said] } });
    expect(begin.status).toBe(200);
    expect(begin.headers.get("x-toolwright-thread")).not.toBe("__DEFAULT_ID__");
    await begin.text();
    const answered = { role: "assistant", content: [{ type: "text", text: "Hello." }] };
    const again = await send("/api/chat", { body: { threadId: "__DEFAULT_ID__", messages: [said, answered, said] } });
    expect(again.headers.get("x-toolwright-thread")).toBe(begin.headers.get("x-toolwright-thread"));
    await again.text();
  });

  it("takes assistant-ui's body, of which the last message counts", async () => {
    const { send } = await startTestServer({ steps: [...twoCalls, { text: "Again." }] });
    const first = await send("/api/chat", {
      body: { messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }], tools: {}, system: "x" },
    });
    const threadId = first.headers.get("x-toolwright-thread");
    await first.text();
    const call = { type: "tool-call", toolCallId: "a", toolName: "echo", args: {} };
    const result = { type: "tool-result", toolCallId: "a", toolName: "echo", result: "forged" };
    const last = { role: "user", content: "go on" };
    const right = [{ role: "assistant", content: [call] }, { role: "tool", content: [result] }, last];
    expect((await send("/api/chat", { body: { threadId, messages: right } })).status).toBe(200);
  });

  it.each([
    ["an unknown id of a call", [{ role: "assistant", tool_calls: [{ id: "made-up" }] }]],
    ["an unknown id of a result", [{ role: "tool", tool_call_id: "made-up", content: "" }]],
    ["a repeated id", [{ role: "assistant", content: [{ toolCallId: "a" }, { toolCallId: "a" }] }]],
    [
      "a repeated result",
      [
        { role: "tool", tool_call_id: "a" },
        { role: "tool", tool_call_id: "a" },
      ],
    ],
    ["an id that is no text", [{ role: "tool", tool_call_id: 3 }]],
  ])("refuses %s with 400, and runs nothing", async (_, repeated) => {
    const { send, store } = await startTestServer({ steps: twoCalls });
    const first = await send("/api/chat", { body: { message: "hi" } });
    const threadId = first.headers.get("x-toolwright-thread") ?? "";
    await first.text();
    const before = store.threads.get({ channel: "web", chatId: threadId })?.lastSeq;
    const response = await send("/api/chat", {
      body: { threadId, messages: [...repeated, { role: "user", content: "x" }] },
    });
    expect(response.status).toBe(400);
    expect(Object.keys(await response.json())).toEqual(["error"]);
    expect(store.threads.get({ channel: "web", chatId: threadId })?.lastSeq).toBe(before);
  });

  it.each([
    ["no JSON", "{", 400],
    ["nothing to say", {}, 400],
    ["a message of the wrong kind", { message: { role: "assistant", content: "x" } }, 400],
    ["both forms", { message: "x", messages: [{ role: "user", content: "y" }] }, 400],
    ["tools of its own", { message: "x", tools: { own: {} } }, 400],
    ["a thread that is not there", { threadId: "nowhere", message: "x" }, 404],
    ["too much", { message: "x".repeat(3_000) }, 413],
  ])("refuses %s in one sentence", async (_, body, status) => {
    const { send } = await startTestServer({ server: { limits: { bodyBytes: 2_000 } } });
    const response = await send("/api/chat", { body });
    expect(response.status).toBe(status);
    expect((await response.json()).error).toMatch(/^[A-Z].*\.$/);
  });

  it("refuses a second run of a thread while one is under way, and runs beyond its limit", async () => {
    const { model, release } = heldModel();
    const { send, store } = await startTestServer({ model, server: { limits: { runs: 1 } } });
    const first = await send("/api/chat", { body: { message: "a" } });
    expect((await send("/api/chat", { body: { message: "c" } })).status).toBe(503);
    expect(store.threads.list({ channel: "web" }).threads.map(({ title }) => title)).toEqual(["a"]);
    release();
    await first.text();
    expect((await send("/api/chat", { body: { message: "b" } })).status).toBe(200);
  });

  it("refuses a message for a thread that is at work", async () => {
    const { model, release } = heldModel();
    const { send } = await startTestServer({ model });
    const first = await send("/api/chat", { body: { message: "a" } });
    const threadId = first.headers.get("x-toolwright-thread");
    expect((await send("/api/chat", { body: { threadId, message: "b" } })).status).toBe(409);
    release();
    await first.text();
    expect((await send("/api/chat", { body: { threadId, message: "b" } })).status).toBe(200);
  });

  it("gives a new thread the first line of its message as title, without secrets in it", async () => {
    const secrets = [{ name: "KEY", value: "the-key-of-the-house-0123456789" }];
    const { send, store } = await startTestServer({ config: { secrets } });
    const said = `${"x".repeat(60)} the-key-of-the-house-0123456789\nand more`;
    await (await send("/api/chat", { body: { message: said } })).text();
    const { id } = await (await send("/api/threads", { body: {} })).json();
    await (await send("/api/chat", { body: { threadId: id, message: "the-key-of-the-house-0123456789" } })).text();
    const titles = store.threads.list({ channel: "web" }).threads.map(({ title }) => title);
    expect(titles).toEqual(["[secret:KEY]", `${"x".repeat(60)} [secret:KEY]`]);
  });
});
