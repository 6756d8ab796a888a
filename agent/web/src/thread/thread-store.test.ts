import { createServer, request } from "node:http";
import type { PendingQuestion } from "@toolwright/view/internal";
import { describe, expect, it, onTestFinished } from "vitest";
import { Api } from "../server/api.ts";
import { startServer } from "./real-runs.test-data.ts";
import { ThreadStore } from "./thread-store.ts";

/** Resolves when the state is as wanted. */
function until(store: ThreadStore, isWanted: (state: ReturnType<ThreadStore["state"]>) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isWanted(store.state())) return;
      leave();
      resolve();
    };
    const leave = store.subscribe(look);
    look();
  });
}

const said = (store: ThreadStore) => JSON.stringify(store.state().messages.map(({ content }) => content));
const atRest = (state: ReturnType<ThreadStore["state"]>) => !state.isRunning && !state.isLoading;

describe("ThreadStore", () => {
  it("says something, shows the answer, and finds both again", async () => {
    const { api } = await startServer([{ text: "Hello." }]);
    const store = new ThreadStore({ api });
    expect(await store.send({ content: "Hi" })).toBe(true);
    expect(store.state()).toMatchObject({ isRunning: true, threadId: expect.any(String) });
    await until(store, atRest);
    const again = new ThreadStore({ api });
    await again.open(store.state().threadId);
    expect(again.state().messages.map(({ id, role }) => ({ id, role }))).toEqual(
      store.state().messages.map(({ id, role }) => ({ id, role })),
    );
    expect(said(again)).toBe(said(store));
    expect(said(again)).toBe('[[{"type":"text","text":"Hi"}],[{"type":"text","text":"Hello."}]]');
  });

  it("shows all of a thread that changes while it is loaded, before anything is said in it", async () => {
    const { api } = await startServer([{ text: "One." }, { text: "Two." }]);
    const first = new ThreadStore({ api });
    await first.send({ content: "Hi" });
    await until(first, atRest);
    const { threadId = "" } = first.state();
    const store = new ThreadStore({ api });
    const opened = store.open(threadId);
    const about = { title: "", createdAt: 0, updatedAt: 0, status: "idle" } as const;
    const heard = store.hear({ ...about, id: threadId, seq: 1_000 });
    await opened;
    expect(store.state()).toMatchObject({ isLoading: false, messages: [{ role: "user" }, { role: "assistant" }] });
    await store.send({ content: "Again" });
    await heard;
    await until(store, atRest);
    expect(store.state().messages).toHaveLength(4);
  });

  it("takes a message back that the server refuses, and says why", async () => {
    const { api } = await startServer([]);
    const store = new ThreadStore({ api });
    expect(await store.send({ content: "" })).toBe(false);
    expect(store.state()).toMatchObject({ messages: [], isRunning: false, problem: expect.stringContaining("body") });
  });

  it("takes up a run that waits for an answer, and follows it to its end", async () => {
    const steps = [{ toolCalls: [{ id: "a", name: "deploy", arguments: { to: "test" } }] }, { text: "It is there." }];
    const { api } = await startServer(steps);
    const first = new ThreadStore({ api });
    await first.send({ content: "Deploy." });
    await until(first, () => said(first).includes('"approval"'));
    const second = new ThreadStore({ api });
    void second.open(first.state().threadId);
    await until(second, () => said(second).includes('"approval"'));
    const pending = await api.get<{ approvals: PendingQuestion[] }>("/api/approvals");
    const [asked] = pending.ok ? pending.value.approvals : [];
    expect(await api.post(`/api/approvals/${asked?.approvalId}`, { approve: true })).toMatchObject({ ok: true });
    await until(first, atRest);
    await until(second, atRest);
    expect(said(first)).toContain("It is there.");
    expect(said(second)).toContain('"result":"deployed to test"');
  });

  it("stops a run", async () => {
    const { api } = await startServer([{ toolCalls: [{ id: "a", name: "deploy", arguments: { to: "test" } }] }]);
    const store = new ThreadStore({ api });
    await store.send({ content: "Deploy." });
    await until(store, () => said(store).includes('"approval"'));
    await store.stop();
    await until(store, atRest);
    expect(store.state().messages.at(-1)?.status).toEqual({ type: "incomplete", reason: "cancelled" });
  });

  it("stops what is still being sent, as soon as the server has it", async () => {
    const { api } = await startServer([{ toolCalls: [{ id: "a", name: "deploy", arguments: { to: "test" } }] }]);
    const store = new ThreadStore({ api });
    const sent = store.send({ content: "Deploy." });
    await store.stop();
    await sent;
    await until(store, atRest);
    expect(store.state().messages.at(-1)?.status).toEqual({ type: "incomplete", reason: "cancelled" });
  });

  it("begins another thread where the one that was asked for is not there", async () => {
    const { api } = await startServer([{ text: "Hello." }]);
    const store = new ThreadStore({ api });
    await store.open("%");
    expect(store.state()).toMatchObject({ threadId: undefined, problem: expect.stringContaining("no such thread") });
    expect(await store.send({ content: "Hi" })).toBe(true);
  });

  it("shows an answer once whose end comes well before the end of its stream", async () => {
    let close = () => {};
    const server = createServer((_, response) => {
      response.write('2:[{"threadId":"t","runId":"r"}]\n0:"Hello."\nd:{"finishReason":"stop"}\n');
      close = () => response.end();
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const store = new ThreadStore({ api: new Api({ baseUrl: `http://127.0.0.1:${port}` }) });
    await store.send({ content: "Hi" });
    await until(store, ({ messages }) => messages.at(-1)?.status?.type !== "running");
    close();
    await until(store, atRest);
    expect(store.state().messages.map(({ id }) => id)).toEqual(["r:user", "r"]);
  });

  it.each([false, true])("says once what it says again because no answer came (in a thread: %s)", async (isThere) => {
    const { api: direct, url } = await startServer([{ text: "One." }, { text: "Two." }, { text: "Three." }]);
    const line = await startLine(url);
    const store = new ThreadStore({ api: new Api({ baseUrl: line.url, token: "secret" }) });
    if (isThere) {
      await store.send({ content: "Hi" });
      await until(store, atRest);
    }
    line.loseAnswer();
    expect(await store.send({ content: "Pay" })).toBe(false);
    expect(said(store)).not.toContain("Pay");
    expect(await store.send({ content: "Pay" })).toBe(true);
    await until(store, atRest);
    // The same words once more are another message.
    expect(await store.send({ content: "Pay" })).toBe(true);
    await until(store, atRest);
    const page = await direct.get<{ messages: unknown[] }>(`/api/threads/${store.state().threadId}`);
    expect(JSON.stringify(page).match(/"content":"Pay"/g)).toHaveLength(2);
    expect(said(store).match(/"Pay"/g)).toHaveLength(2);
    expect(await direct.get("/api/threads")).toMatchObject({ value: { threads: { length: 1 } } });
  });

  it("goes on where it was when the connection breaks, and gives up when it stays away", async () => {
    const steps = [{ toolCalls: [{ id: "a", name: "deploy", arguments: { to: "test" } }] }, { text: "It is there." }];
    const { api: direct, url } = await startServer(steps);
    const line = await startLine(url);
    const store = new ThreadStore({ api: new Api({ baseUrl: line.url, token: "secret" }), retryMs: 5 });
    await store.send({ content: "Deploy." });
    await until(store, () => said(store).includes('"approval"'));
    line.cut();
    await until(store, ({ connection }) => connection === "reconnecting");
    await until(store, ({ connection }) => connection === "live");
    line.cut();
    const pending = await direct.get<{ approvals: PendingQuestion[] }>("/api/approvals");
    const [asked] = pending.ok ? pending.value.approvals : [];
    await direct.post(`/api/approvals/${asked?.approvalId}`, { approve: true });
    await until(store, atRest);
    expect(said(store)).toContain("It is there.");
    expect(said(store).match(/deployed to test/g)).toHaveLength(1);
    await store.open(undefined);
    line.close();
    expect(await store.send({ content: "Again." })).toBe(false);
    expect(store.state().problem).toBe("The server cannot be reached.");
  });

  it("goes on where a server did not know the end, and shows the real one", async () => {
    const head = '2:[{"threadId":"t","runId":"r","seq":1}]\n';
    const asked: string[] = [];
    const server = createServer(({ url = "" }, response) => {
      asked.push(url);
      if (url === "/api/chat") response.end(`${head}0:"All "\n3:"How this ends is not known here."\n`);
      else if (asked.length === 2) response.writeHead(500).end("{}");
      else response.end(`${head}0:"All of it."\n2:[{"seq":2,"stopReason":"stop"}]\nd:{"finishReason":"stop"}\n`);
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const store = new ThreadStore({ api: new Api({ baseUrl: `http://127.0.0.1:${port}` }), retryMs: 1 });
    await store.send({ content: "Hi" });
    await until(store, atRest);
    expect(asked.filter((url) => url.endsWith("/stream?after=1"))).toHaveLength(2);
    expect(said(store)).toBe('[[{"type":"text","text":"Hi"}],[{"type":"text","text":"All of it."}]]');
    expect(JSON.stringify(store.state().messages)).not.toContain("not known");
  });

  it("has nothing under way where the server does not know the thread any more", async () => {
    const server = createServer(({ url = "" }, response) => {
      if (url === "/api/chat") response.end('2:[{"threadId":"t","runId":"r","seq":1}]\n0:"I "\n');
      else response.writeHead(404).end('{"error":"There is no such thread."}');
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const store = new ThreadStore({ api: new Api({ baseUrl: `http://127.0.0.1:${port}` }), retryMs: 1 });
    await store.send({ content: "Hi" });
    await until(store, ({ problem }) => problem === "There is no such thread.");
    expect(store.state()).toMatchObject({ isRunning: false, connection: "live", threadId: undefined });
  });

  it("shows a page of a long thread, and older ones before it", async () => {
    const { api } = await startServer(Array.from({ length: 71 }, (_, n) => ({ text: `answer ${n}` })));
    const store = new ThreadStore({ api });
    for (let n = 0; n < 70; n += 1) {
      await store.send({ content: `question ${n}` });
      await until(store, atRest);
    }
    await store.open(store.state().threadId);
    expect(store.state().messages.length).toBeLessThan(140);
    await store.loadEarlier();
    expect(store.state()).toMatchObject({ before: undefined });
    expect(store.state().messages).toHaveLength(140);
    expect(said(store).indexOf("question 0")).toBeLessThan(said(store).indexOf("question 10"));
    const [oldest] = store.state().messages;
    const { threadId = "", seq } = store.state();
    const other = new ThreadStore({ api });
    await other.open(threadId);
    await other.send({ content: "from another tab" });
    await until(other, atRest);
    const changed = { id: threadId, title: "", createdAt: 0, updatedAt: 0, status: "idle" } as const;
    await store.hear({ ...changed, seq });
    expect(said(store)).not.toContain("from another tab");
    await store.hear({ ...changed, seq: other.state().seq });
    expect(said(store)).toContain("from another tab");
    expect(store.state().messages[0]).toBe(oldest);
    await store.hear({ id: threadId, deleted: true });
    expect(store.state()).toMatchObject({
      threadId: undefined,
      messages: [],
      problem: "This conversation was deleted.",
    });
  });
});

describe("a thread of one long run", () => {
  const calls = (step: number) =>
    Array.from({ length: 5 }, (_, at) => ({ name: "echo", arguments: { text: `${step} ${at}` } }));
  const working = Array.from({ length: 40 }, (_, step) => ({ text: `Step ${step}.`, toolCalls: calls(step) }));

  it("shows its end first, its beginning before that, and what another tab adds behind it", async () => {
    const { api } = await startServer([...working, { text: "Done." }, { text: "Two." }, { text: "Three." }]);
    const live = new ThreadStore({ api });
    await live.send({ content: "Go." });
    await until(live, atRest);
    const { threadId = "" } = live.state();
    const whole = new ThreadStore({ api });
    await whole.open(threadId);
    while (whole.state().before !== undefined) await whole.loadEarlier();
    const store = new ThreadStore({ api });
    await store.open(threadId);
    expect(said(store)).not.toContain("Step 0.");
    expect(said(store).length).toBeLessThan(said(whole).length * 0.75);
    expect(store.state().messages.map(({ id }) => id)).toEqual(whole.state().messages.map(({ id }) => id));
    expect(said(whole)).toContain("Step 0.");
    const changed = { id: threadId, title: "", createdAt: 0, updatedAt: 0, status: "idle" } as const;
    for (const content of ["Two?", "Three?"]) {
      await live.send({ content });
      await until(live, atRest);
      for (const one of [store, whole]) await one.hear({ ...changed, seq: live.state().seq });
      expect(said(store)).toContain(content);
      expect(said(store)).not.toContain("Step 0.");
      expect(said(whole)).toContain("Step 0.");
      expect(counts(whole)).toEqual(counts(live));
    }
    whole.rated(runOfLast(whole, 2), { thumb: "up" });
    store.rated(runOfLast(store, 2), { thumb: "up" });
    while (store.state().before !== undefined) await store.loadEarlier();
    expect(store.state().messages).toEqual(whole.state().messages);
  });

  it("shows all of it while it goes on, and what was before it when that is asked for", async () => {
    const waiting = { toolCalls: [{ name: "deploy", arguments: { to: "test" } }] };
    const { api } = await startServer([{ text: "Hello." }, ...working, waiting, { text: "Done." }]);
    const live = new ThreadStore({ api });
    await live.send({ content: "Hi." });
    await until(live, atRest);
    void live.send({ content: "Go." });
    await until(live, () => said(live).includes('"approval"'));
    const store = new ThreadStore({ api });
    void store.open(live.state().threadId);
    await until(store, () => said(store).includes('"approval"'));
    expect(store.state().messages.at(-2)?.content).toEqual([{ type: "text", text: "Go." }]);
    await store.loadEarlier();
    expect(store.state().before).toBeUndefined();
    expect(counts(store)).toEqual(counts(live));
    const pending = await api.get<{ approvals: PendingQuestion[] }>("/api/approvals");
    const [asked] = pending.ok ? pending.value.approvals : [];
    await api.post(`/api/approvals/${asked?.approvalId}`, { approve: true });
    for (const one of [live, store]) await until(one, atRest);
    expect(said(store)).toContain("Done.");
    expect(counts(store)).toEqual(counts(live));
  });
});

/** How many texts and calls each message has. */
function counts(store: ThreadStore): readonly number[] {
  const messages: readonly (readonly { readonly type: string }[])[] = JSON.parse(said(store));
  return messages.map((parts) => parts.filter(({ type }) => type !== "data").length);
}

/** The run of the message so many from the end, counted from one. */
function runOfLast(store: ThreadStore, count: number): string {
  return String(
    store
      .state()
      .messages.filter(({ role }) => role === "assistant")
      .at(-count)?.id,
  );
}

/** A line to the server that can be cut. */
async function startLine(target: string) {
  let isAnswerLost = false;
  const line = createServer((incoming, outgoing) => {
    const { method, headers, url = "" } = incoming;
    const passed = request(`${target}${url}`, { method, headers }, (answer) => {
      if (isAnswerLost && method === "POST") {
        isAnswerLost = false;
        outgoing.destroy();
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  const address = line.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const close = () => {
    line.closeAllConnections();
    line.close();
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${port}`,
    cut: () => line.closeAllConnections(),
    /** The server hears what is said next, and its answer is lost. */
    loseAnswer: () => {
      isAnswerLost = true;
    },
    close,
  };
}
