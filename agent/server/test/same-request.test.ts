import type { DurableHandler } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { createAgentServer } from "@toolwright/server";
import { openStore, type Store } from "@toolwright/store";
import { createLocalHost } from "@toolwright/store/local-host";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { heldModel } from "./support/held-model.ts";
import { databaseFile, QUIET, startTestServer, type TestServer, TOKEN, threadIdOf } from "./support/test-server.ts";

const KEY = "8e03978e-40d5-43dd-bc93-6894a57f9324";
const keyed = (key: string) => ({ headers: { "idempotency-key": key } });

/** A server whose model counts: `1.`, `2.`, … */
async function counting(file = databaseFile()) {
  const model = scripted(Array.from({ length: 20 }, (_, n) => ({ text: `${n + 1}.` })));
  return { ...(await startTestServer({ model, file })), model };
}

async function ask({ send }: Pick<TestServer, "send">, body: object, key?: string) {
  const response = await send("/api/chat", { body, ...(key === undefined ? {} : keyed(key)) });
  const text = await response.text();
  return {
    status: response.status,
    thread: threadIdOf(response),
    runId: /"runId":"(.*?)"/.exec(text)?.[1],
    ...saidBy(text),
  };
}

/** What a model said in a stream, or the sentence of a refusal. */
function saidBy(text: string) {
  if (text.startsWith("{")) return { error: JSON.parse(text).error };
  const lines = text.split("\n");
  const failed = lines.some((line) => line.startsWith("d:") && line.includes('"error"'));
  const said = lines.flatMap((line) => (line.startsWith("0:") ? [JSON.parse(line.slice(2))] : [])).join("");
  return { said, ...(failed && { failed }) };
}

/** What was said in a thread, in order. */
async function saidIn({ send }: Pick<TestServer, "send">, thread: string): Promise<string[]> {
  const page = await (await send(`/api/threads/${thread}`)).json();
  return page.messages.flatMap(({ role, content }: { readonly role: string; readonly content: string | object }) =>
    role === "user"
      ? [typeof content === "string" ? content : /"text":"(.*?)"/.exec(JSON.stringify(content))?.[1]]
      : [],
  );
}

describe("a message that is sent again under its key", () => {
  it("is said once, and answered by the same run, while that goes on and later", async () => {
    const { model, release, asked } = heldModel();
    const server = await startTestServer({ model });
    const { id: threadId } = await (await server.send("/api/threads", { body: {} })).json();
    const body = { threadId, message: "pay" };
    const leaving = new AbortController();
    const lost = await server.send("/api/chat", { body, ...keyed(KEY), signal: leaving.signal });
    leaving.abort();
    await lost.text().catch(() => undefined);
    const again = ask(server, body, KEY);
    const quoted = ask(server, body, `"${KEY}"`);
    await expect.poll(asked).toBe(1);
    release();
    const heard = await again;
    expect(heard).toMatchObject({ status: 200, thread: threadId, said: "early late" });
    expect(await quoted).toEqual(heard);
    expect(await ask(server, body, KEY)).toEqual(heard);
    expect(asked()).toBe(1);
    expect(await saidIn(server, threadId)).toEqual(["pay"]);
  });

  it("is said once over a restart, also where others were said since, and another one is another", async () => {
    const file = databaseFile();
    const first = await counting(file);
    const { id: threadId } = await (await first.send("/api/threads", { body: {} })).json();
    const body = { threadId, message: "pay" };
    const begun = await ask(first, body, KEY);
    expect(begun).toMatchObject({ status: 200, said: "1." });
    expect(await ask(first, { threadId, message: "more" }, "another")).toMatchObject({ said: "2." });
    await first.close();
    const second = await counting(file);
    expect(await ask(second, body, KEY)).toEqual(begun);
    expect(second.model.requests).toHaveLength(0);
    expect(await saidIn(second, threadId)).toEqual(["pay", "more"]);
    // Without a key, or under another one, it is said once more.
    await ask(second, body);
    await ask(second, body, "a third");
    expect(await saidIn(second, threadId)).toEqual(["pay", "more", "pay", "pay"]);
  });

  it("is said once where two servers hear it at once, many times over", async () => {
    const file = databaseFile();
    const [one, other] = [await counting(file), await counting(file)];
    for (let n = 0; n < 10; n += 1) {
      const { id: threadId } = await (await one.send("/api/threads", { body: {} })).json();
      const body = { threadId, message: `pay ${n}` };
      const answers = await Promise.all([one, other, one, other].map((server) => ask(server, body, `key ${n}`)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await saidIn(one, threadId)).toEqual([`pay ${n}`]);
    }
    expect(one.model.requests.length + other.model.requests.length).toBe(10);
  });

  it("is said once where another server has its thread, and takes a while to store that its run begins", async () => {
    const file = databaseFile();
    const server = await counting(file);
    const { id: chatId } = await (await server.send("/api/threads", { body: {} })).json();
    const { store } = server;
    const conversation = { channel: "web", chatId };
    const lease = await store.leases.acquire(conversation);
    const answer = ask(server, { threadId: chatId, message: "pay" }, KEY);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await lease?.release();
    expect(await ask(server, { threadId: chatId, message: "pay" }, KEY)).toMatchObject({ status: 200, said: "1." });
    expect(await answer).toMatchObject({ status: 200, said: "1." });
    expect(await saidIn(server, chatId)).toEqual(["pay"]);
  });

  it("is said once where another server stores that its run begins while this one asks for it", async () => {
    const file = databaseFile();
    const server = await counting(file);
    const { model, release, asked } = heldModel();
    const other = await startTestServer({ model, file });
    const { id: threadId } = await (await server.send("/api/threads", { body: {} })).json();
    const { leases, threads }: Store = server.store;
    const lease = await leases.acquire({ channel: "web", chatId: threadId });
    const begunBy = threads.begunBy.bind(threads);
    let begun: ReturnType<typeof ask> | undefined;
    const asking = vi.spyOn(threads, "begunBy");
    asking.mockImplementation(async (request) => {
      const found = await begunBy(request);
      // The first time it is asked whether the request is an old one, the second time what holds the thread.
      if (asking.mock.calls.length !== 2) return found;
      await lease?.release();
      begun = ask(other, { threadId, message: "pay" }, KEY);
      await expect.poll(asked).toBe(1);
      return found;
    });
    const answer = ask(server, { threadId, message: "pay" }, KEY);
    await expect.poll(asked).toBe(1);
    release();
    expect(await answer).toMatchObject({ status: 200, said: "early late" });
    expect(await begun).toMatchObject({ status: 200, said: "early late" });
  });

  it("is refused at once where the server has no room for its run", async () => {
    const { model, release } = heldModel();
    const server = await startTestServer({ model, server: { limits: { runs: 1 } } });
    const threadOf = async () => (await (await server.send("/api/threads", { body: {} })).json()).id;
    const first = await server.send("/api/chat", { body: { threadId: await threadOf(), message: "pay" } });
    const threadId = await threadOf();
    const waits = vi.spyOn(AbortSignal, "timeout");
    expect(await ask(server, { threadId, message: "pay" }, KEY)).toMatchObject({ status: 503 });
    expect(waits).not.toHaveBeenCalledWith(5_000);
    waits.mockRestore();
    release();
    await first.text();
  });

  it("is said once where an engine carries its run", async () => {
    const model = scripted(Array.from({ length: 9 }, (_, n) => ({ text: `${n + 1}.` })));
    const store = openStore({ file: databaseFile(), pollMs: 20 });
    let serve: DurableHandler = () => Promise.reject(new Error("too early"));
    const engine = createLocalHost({ file: databaseFile(), handler: (...turn) => serve(...turn) });
    const agent = { model: "script:test", config: () => ({ model, logger: QUIET }) };
    const server = createAgentServer({ agent, store, engine, token: TOKEN, logger: QUIET });
    serve = server.work;
    onTestFinished(async () => {
      await server.close();
      await engine.close();
      store.close();
    });
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", host: "127.0.0.1" };
    const send: TestServer["send"] = (path, { body, headers: more } = {}) => {
      const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
      return server.fetch(new Request(`http://127.0.0.1${path}`, { ...init, headers: { ...headers, ...more } }));
    };
    const asks = () => Promise.all([1, 2, 3].map(() => ask({ send }, { message: "pay" }, KEY)));
    const answers = [...(await asks()), ...(await asks())];
    expect(answers[0]).toMatchObject({ status: 200, said: "1." });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await saidIn({ send }, answers[0]?.thread ?? "")).toEqual(["pay"]);
    expect(model.requests).toHaveLength(1);
  });

  it("begins one thread, by whatever name", async () => {
    const server = await counting();
    for (const [n, body] of [{ message: "hi" }, { message: "hi", newThreadId: "a".repeat(40) }].entries()) {
      const answers = await Promise.all([1, 2, 3].map(() => ask(server, body, `new ${n}`)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(answers.map(({ thread }) => thread)).size).toBe(1);
      expect(await saidIn(server, answers[0]?.thread ?? "")).toEqual(["hi"]);
    }
    expect(server.store.threads.list({ channel: "web" }).threads).toHaveLength(2);
    const taken = { message: "else", newThreadId: "a".repeat(40) };
    expect((await ask(server, taken, "fresh")).status).toBe(409);
  });

  it("is refused with 422 where it says something else, and says nothing", async () => {
    const server = await counting();
    const { thread: threadId } = await ask(server, { message: "pay" }, KEY);
    for (const other of [{ message: "pay more" }, { threadId, message: "pay" }, { message: "pay", model: "x" }]) {
      const refused = { status: 422, error: expect.stringContaining("Idempotency-Key") };
      expect(await ask(server, other, KEY)).toMatchObject(refused);
    }
    expect(await saidIn(server, threadId)).toEqual(["pay"]);
  });

  it.each(["", '""', "x".repeat(256), '"a', 'a"b', "ä"])("is refused with 400 under the key %j", async (key) => {
    const server = await counting();
    const headers = { "idempotency-key": Buffer.from(key, "utf8").toString("latin1") };
    const response = await server.send("/api/chat", { body: { message: "hi" }, headers });
    expect(response.status).toBe(400);
    expect(server.store.threads.list({ channel: "web" }).threads).toEqual([]);
  });

  it("is answered by the failure that it met", async () => {
    const config = () => {
      throw new Error("no key");
    };
    const server = await startTestServer({ agent: { config } });
    const first = await ask(server, { message: "hi" }, KEY);
    const again = await ask(server, { message: "hi" }, KEY);
    expect(first).toMatchObject({ status: 200, failed: true });
    expect(again).toEqual(first);
    expect(await saidIn(server, first.thread)).toEqual(["hi"]);
  });
});

describe("assistant-ui, which names each answer that it waits for", () => {
  const user = (text: string) => ({ role: "user", content: [{ type: "text", text }] });
  const agent = (text: string) => ({ role: "assistant", content: [{ type: "text", text }] });

  it("says a message once that is sent again, and another one where it is tried again", async () => {
    const server = await counting();
    const first = { messages: [user("hi")], threadId: "__DEFAULT_ID__", unstable_assistantMessageId: "a1b2c3d" };
    const begun = await ask(server, first);
    expect(await ask(server, first)).toEqual(begun);
    const more = [user("hi"), agent("1."), user("more")];
    const second = { ...first, messages: more, unstable_assistantMessageId: "e5f6g7h" };
    const went = await ask(server, second);
    expect(went.thread).toBe(begun.thread);
    expect(await ask(server, second)).toEqual(went);
    expect(await saidIn(server, begun.thread)).toEqual(["hi", "more"]);
    expect(server.model.requests).toHaveLength(2);
    // "Try again" waits for another answer.
    const tried = await ask(server, { ...second, unstable_assistantMessageId: "i9j0k1l" });
    expect(tried.thread).not.toBe(begun.thread);
    expect(server.model.requests).toHaveLength(3);
  });
});
