import { DatabaseSync } from "node:sqlite";
import { defineTool } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { createAgentServer } from "@toolwright/server";
import { openStore } from "@toolwright/store";
import { describe, expect, it, onTestFinished } from "vitest";
import { heldModel } from "./support/held-model.ts";
import { QUIET, startTestServer, TOKEN, threadIdOf } from "./support/test-server.ts";
import { decoded, frames } from "./support/wire.ts";

/** Locks a database for everybody else; gives the function that ends it. */
function lock(file: string): () => void {
  const other = new DatabaseSync(file);
  other.exec("BEGIN IMMEDIATE");
  return () => other.close();
}

/** A server whose run has a call under way that may run once, while its database is locked for everybody. */
async function lockedInCall(busyTimeoutMs = 1) {
  let [goOn, begun] = [() => {}, () => {}];
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  const pay = defineTool({
    name: "pay",
    description: "Pays.",
    input: { type: "object" },
    allowlist: "all",
    effects: "external",
    async execute() {
      begun();
      await gate;
      return "paid";
    },
  });
  const calls = [{ id: "c1", name: "pay", arguments: {} }];
  const steps = [{ text: "I pay.", toolCalls: calls }, { text: "Done." }, { text: "Done." }];
  // A lease that could not be given back ends with its time.
  const limits = { leaseMs: 500 };
  const server = await startTestServer({ steps, tools: [pay], store: { busyTimeoutMs }, server: { limits } });
  return { ...server, breakOff: () => hasBegun.then(() => ({ unlock: lock(server.file), goOn })) };
}

describe("a reader whose server loses its store", () => {
  it("is told of no end and of no result, and finds the real end when it comes back", async () => {
    const { send, breakOff } = await lockedInCall();
    const response = await send("/api/chat", { body: { message: "go" } });
    const id = threadIdOf(response);
    const { unlock, goOn } = await breakOff();
    goOn();
    const copy = response.clone();
    const told = await frames(response);
    expect(told.at(-1)).toEqual(["3", expect.stringContaining("not known")]);
    expect(told.filter(([code]) => code === "a" || code === "d")).toEqual([]);
    expect(JSON.stringify(told)).not.toMatch(/skipped|stopReason|stopped/);
    // A stock client takes a message without an end for one that is complete.
    expect((await decoded(copy))?.status).toMatchObject({ type: "incomplete", reason: "error" });
    unlock();
    const after = Math.max(...told.flatMap(([code, value]) => (code === "2" ? Object(value)[0].seq : [])));
    const rest = await (await send(`/api/threads/${id}/stream?after=${after}`)).text();
    expect(rest).toContain('"errorCode":"outcome_unknown"');
    expect(rest).toContain('"stopReason":"stop"');
  });

  it("is not told that a run ended because its server could store that, and not what came before", async () => {
    const { send, store, breakOff } = await lockedInCall(1_500);
    const response = await send("/api/chat", { body: { message: "go" } });
    const { unlock, goOn } = await breakOff();
    goOn();
    await expect.poll(async () => (await send("/metrics")).text()).toContain('errors_total{code="busy"}');
    unlock();
    await response.text();
    const conversation = { channel: "web", chatId: threadIdOf(response) };
    await expect.poll(() => store.threads.get(conversation)?.status).toBe("idle");
    const ends: string[] = [];
    for await (const { type, data } of store.journal(conversation).read()) {
      if (type === "tool_call_end") ends.push(data.result.error?.code ?? "ok");
      if (type === "done") ends.push(data.stopReason);
    }
    expect(ends).toEqual(["outcome_unknown", "stop"]);
  });

  it.each([
    ["/v1/chat/completions", { messages: [{ role: "user", content: "go" }] }],
    ["/v1/responses", { input: "go" }],
  ])("is told so at %s, where it streams and where it does not", async (path, body) => {
    for (const stream of [true, false]) {
      const { send, breakOff } = await lockedInCall();
      const answering = send(path, { body: { model: "script:test", ...body, stream } });
      const { unlock, goOn } = await breakOff();
      goOn();
      const response = await answering;
      const text = await response.text();
      unlock();
      expect(text).toContain("not known");
      expect(text).not.toMatch(/skipped|stopped|"finish_reason":"stop"|response\.(completed|failed|incomplete)/);
      expect(response.status).toBe(stream ? 200 : 502);
      // The clients of OpenAI send what was answered so again, and the call may have run.
      if (!stream) expect(response.headers.get("x-should-retry")).toBe("false");
    }
  });
});

describe("a server whose database cannot be written to", () => {
  it("goes on living, and is there again when the database is", async () => {
    const { model, release } = heldModel();
    const { send, file, store } = await startTestServer({ model, store: { busyTimeoutMs: 1 } });
    const response = await send("/api/chat", { body: { message: "hi" } });
    const id = threadIdOf(response);
    const unlock = lock(file);
    release();
    expect(await response.text()).toContain("not known");
    const refused = await send("/api/chat", { body: { message: "another" } });
    expect([refused.status, (await refused.json()).error]).toEqual([
      500,
      expect.stringContaining("cannot be read or stored"),
    ]);
    expect((await send("/api/threads")).status).toBe(200);
    unlock();
    expect(store.threads.get({ channel: "web", chatId: id })?.status).toBe("running");
    const other = await send("/api/chat", { body: { message: "another" } });
    expect(await other.text()).toContain(`"stopReason":"stop"`);
  });

  it("looks for open runs again later", async () => {
    const first = await startTestServer({ model: heldModel().model });
    const response = await first.send("/api/chat", { body: { message: "hi" } });
    await first.close();
    await response.text().catch(() => undefined);
    const logged: string[] = [];
    const logger = { ...QUIET, error: (message: string) => void logged.push(message) };
    const store = openStore({ file: first.file, busyTimeoutMs: 1 });
    onTestFinished(() => store.close());
    const agent = { model: "script:test", config: () => ({ model: scripted([{ text: "Taken up." }]), tools: [] }) };
    const second = createAgentServer({ agent, store, token: TOKEN, logger });
    onTestFinished(() => second.close());
    const unlock = lock(first.file);
    second.resume();
    await expect.poll(() => logged).toContain("Open runs could not be looked for");
    unlock();
    second.resume();
    await expect.poll(() => store.threads.open({ channel: "web" })).toEqual([]);
  });
});

it("a run ends when another server has taken its conversation: its call is told so at once", async () => {
  let signal: AbortSignal | undefined;
  const wait = defineTool({
    name: "wait",
    description: "Waits until it is stopped.",
    input: { type: "object" },
    allowlist: "all",
    effects: "read",
    async execute(_, ctx) {
      signal = ctx.signal;
      await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve, { once: true }));
      return "stopped";
    },
  });
  const steps = [{ toolCalls: [{ id: "c1", name: "wait", arguments: {} }] }, { text: "Done." }];
  const { send, file } = await startTestServer({ steps, tools: [wait], server: { limits: { leaseMs: 300 } } });
  const response = await send("/api/chat", { body: { message: "go" } });
  await expect.poll(() => signal?.aborted).toBe(false);
  const other = new DatabaseSync(file);
  other.exec("UPDATE leases SET token = 'of another server'");
  other.close();
  await expect.poll(() => signal?.aborted, { timeout: 5_000 }).toBe(true);
  await response.text();
});
