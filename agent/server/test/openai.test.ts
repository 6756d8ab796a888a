import { EventEmitter, once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { heldModel } from "./support/held-model.ts";
import { askingTool, startTestServer, TOKEN } from "./support/test-server.ts";

async function start(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(options);
  const client = new OpenAI({ apiKey: TOKEN, baseURL: `${server.url}/v1`, maxRetries: 0 });
  return { ...server, client };
}

const steps = [
  {
    text: "Looking.",
    toolCalls: [{ id: "a", name: "echo", arguments: { text: "one" } }],
    usage: { inputTokens: 1, outputTokens: 2 },
  },
  {
    text: "Found.",
    usage: { inputTokens: 3, cachedInputTokens: 2, cacheWriteTokens: 1, outputTokens: 4, reasoningTokens: 3 },
  },
];
const ask = { model: "script:test", messages: [{ role: "user" as const, content: "hi" }] };

describe("the openai client", () => {
  it("lists the one model, with the agent and alone", async () => {
    const { client } = await start();
    expect((await client.models.list()).data.map(({ id, object }) => [id, object])).toEqual([
      ["script:test", "model"],
      ["script:test/plain", "model"],
    ]);
    expect((await client.models.retrieve("script:test")).id).toBe("script:test");
    await expect(client.models.retrieve("other/one")).rejects.toMatchObject({ status: 404, code: "model_not_found" });
  });

  it("gets one answer, tool work included", async () => {
    const { client } = await start({ steps });
    const completion = await client.chat.completions.create(ask);
    expect(completion.choices).toEqual([
      {
        index: 0,
        finish_reason: "stop",
        logprobs: null,
        message: { role: "assistant", content: "Found.", refusal: null },
      },
    ]);
    expect(completion.usage).toEqual({
      prompt_tokens: 4,
      prompt_tokens_details: { cached_tokens: 2, cache_write_tokens: 1 },
      completion_tokens: 6,
      completion_tokens_details: { reasoning_tokens: 3 },
      total_tokens: 10,
    });
    expect(completion.object).toBe("chat.completion");
  });

  it("streams the texts of all steps, without calls, with usage when asked, to [DONE]", async () => {
    const { client, send } = await start({ steps: [...steps, ...steps] });
    const stream = await client.chat.completions.create({
      ...ask,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("")).toBe("Looking.\n\nFound.");
    expect(chunks.flatMap(({ choices }) => choices.map(({ finish_reason }) => finish_reason)).filter(Boolean)).toEqual([
      "stop",
    ]);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 10 } });
    expect(JSON.stringify(chunks)).not.toContain("tool_calls");
    const raw = await send("/v1/chat/completions", { body: { ...ask, stream: true } });
    expect(raw.headers.get("content-type")).toContain("text/event-stream");
    expect((await raw.text()).endsWith("data: [DONE]\n\n")).toBe(true);
  });

  it("is told of a failure, in words of the server, streamed or not", async () => {
    const failing = { error: { code: "http" as const, message: "no key at 10.0.0.1" } };
    const { client, send } = await start({ steps: [failing, failing] });
    await expect(client.chat.completions.create(ask)).rejects.toThrow("The model's server refused the request.");
    const raw = await (await send("/v1/chat/completions", { body: { ...ask, stream: true } })).text();
    expect(raw).toContain("refused the request");
    expect(raw).not.toContain("10.0.0.1");
  });

  it("owns the history: tool messages must answer calls", async () => {
    const { client, send } = await start({ steps });
    const call = { id: "x", type: "function" as const, function: { name: "echo", arguments: "{}" } };
    const history = [
      ...ask.messages,
      { role: "assistant" as const, content: null, tool_calls: [call] },
      { role: "tool" as const, tool_call_id: "x", content: "done" },
      { role: "user" as const, content: "and now?" },
    ];
    expect((await client.chat.completions.create({ ...ask, messages: history })).choices[0]?.message.content).toBe(
      "Found.",
    );
    const wrong = [
      [...history, { role: "tool", tool_call_id: "x", content: "again" }],
      [...history, { role: "tool", tool_call_id: "made-up", content: "" }],
      [...history.slice(0, 2), { role: "assistant", tool_calls: [call] }],
    ];
    for (const messages of wrong) {
      const refused = await send("/v1/chat/completions", { body: { model: "x", messages } });
      expect(refused.status).toBe(400);
      expect((await refused.json()).error).toMatchObject({ type: "invalid_request_error" });
    }
  });

  it.each([
    ["tools that are none", { tools: [{ type: "function" }] }],
    [
      "an image elsewhere",
      { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "http://x/" } }] }] },
    ],
    ["no messages", { messages: [] }],
  ])("may not send %s: 400", async (_, fields) => {
    const { send } = await start();
    expect((await send("/v1/chat/completions", { body: { ...ask, ...fields } })).status).toBe(400);
  });

  it("waits while a person is asked, elsewhere", async () => {
    const ran: string[] = [];
    const { client, send } = await start({
      tools: [askingTool(ran)],
      steps: [{ toolCalls: [{ id: "a", name: "deploy", arguments: { to: "x" } }] }, { text: "Deployed." }],
    });
    const answer = client.chat.completions.create(ask);
    let id = "";
    await expect
      .poll(async () => (id = (await (await send("/api/approvals")).json()).approvals[0]?.approvalId))
      .toBeTypeOf("string");
    await send(`/api/approvals/${id}`, { body: { approve: true } });
    expect((await answer).choices[0]?.message.content).toBe("Deployed.");
    expect((await (await send("/api/threads")).json()).threads).toEqual([]);
  });

  it("that leaves while its run begins stops it, too", async () => {
    const { model } = heldModel();
    const wanted = new EventEmitter();
    const config = async () => {
      wanted.emit("config");
      await once(wanted, "ready");
      return { model, tools: [] };
    };
    const { client, store } = await start({ agent: { config } });
    const leaving = new AbortController();
    const isBeginning = once(wanted, "config");
    const answer = client.chat.completions.create(ask, { signal: leaving.signal });
    answer.catch(() => undefined);
    await isBeginning;
    leaving.abort();
    await expect(answer).rejects.toThrow();
    // The server hears of it a moment later than this client.
    await pause(200);
    wanted.emit("ready");
    await expect.poll(() => store.threads.list({ channel: "openai" }).threads[0]?.lastSeq).toBeGreaterThan(1);
    await expect.poll(() => store.threads.open({ channel: "openai" })).toEqual([]);
  });

  it("takes no room from people's threads, however much it asks", async () => {
    const { client, store } = await start({ store: { limits: { threads: 400 } } });
    const person = { channel: "web", chatId: "a person's" };
    store.threads.create(person);
    for (let n = 0; n < 300; n += 1) store.threads.create({ channel: "openai", chatId: String(n) });
    await client.chat.completions.create(ask);
    const { next } = store.threads.list({ channel: "openai", limit: 200 });
    expect(store.threads.list({ channel: "openai", limit: 200, cursor: String(next) }).threads).toHaveLength(56);
    expect(store.threads.get(person)).toBeDefined();
  });

  it("is gone when its server was killed: its run is ended, and its question with it", async () => {
    const ran: string[] = [];
    const deploy = { toolCalls: [{ id: "a", name: "deploy", arguments: { to: "x" } }] };
    const first = await start({ tools: [askingTool(ran)], steps: [deploy] });
    const answer = first.client.chat.completions.create(ask).catch(() => undefined);
    await expect.poll(() => first.store.approvals.list()).toHaveLength(1);
    const [asked] = first.store.approvals.list();
    await first.close();
    await answer;
    const second = await start({ file: first.file, tools: [askingTool(ran)] });
    await expect.poll(() => second.store.threads.open({ channel: "openai" })).toEqual([]);
    const body = { approve: true };
    expect((await second.send(`/api/approvals/${asked?.approvalId}`, { body })).status).toBe(409);
    expect([ran, second.store.approvals.list()]).toEqual([[], []]);
  });

  it("stops the run when it leaves: nobody could take it up", async () => {
    const { model } = heldModel();
    const { client, store } = await start({ model });
    const stream = await client.chat.completions.create({ ...ask, stream: true });
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break;
    await expect.poll(() => store.threads.list({ channel: "openai" }).threads[0]?.status).toBe("idle");
  });
});
