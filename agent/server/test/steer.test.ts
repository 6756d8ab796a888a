import { defineTool } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { openStore } from "@toolwright/store";
import type { SteerAnswer, SteerList, ThreadPage } from "@toolwright/view";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { databaseFile, startTestServer, type TestServer, threadIdOf } from "./support/test-server.ts";
import { readUntil } from "./support/wire.ts";

/** A tool that waits until it is released. */
function gate() {
  let release = () => {};
  const open = new Promise<void>((resolve) => {
    release = resolve;
  });
  const tool = defineTool({
    name: "wait",
    description: "Waits.",
    input: z.object({}),
    allowlist: "all",
    effects: "read",
    execute: async () => {
      await open;
      return "waited";
    },
  });
  return { tool, release };
}

const waiting = { toolCalls: [{ id: "w", name: "wait", arguments: {} }] };

async function begin(
  server: TestServer,
  body: object = { message: "go" },
): Promise<{ id: string; response: Response }> {
  const response = await server.send("/api/chat", { body });
  await readUntil(response, /tool-running|"toolName":"wait"/);
  return { id: threadIdOf(response), response };
}

async function page({ send }: TestServer, id: string): Promise<ThreadPage> {
  return (await send(`/api/threads/${id}`)).json();
}

const idle = (server: TestServer, id: string) => expect.poll(async () => (await page(server, id)).status).toBe("idle");

const partsOf = ({ messages }: ThreadPage) =>
  messages.flatMap((message) => (message.role === "assistant" ? message.parts : []));

describe("POST /api/threads/:id/steer", () => {
  it("joins the run at its next step, is told live, and stands in the thread where it was heard", async () => {
    const { tool, release } = gate();
    const model = scripted([waiting, { text: "Heard." }]);
    const server = await startTestServer({ model, tools: [tool] });
    const { id } = await begin(server);
    const stream = await server.send(`/api/threads/${id}/stream`);
    const body = { id: "mine", message: "also this" };
    const posted = await server.send(`/api/threads/${id}/steer`, { body });
    expect(posted.status).toBe(202);
    const said: SteerAnswer = await posted.json();
    expect(said).toEqual({ id: "mine", state: "waiting", content: "also this", createdAt: expect.any(Number) });
    expect((await page(server, id)).steer).toEqual([said]);
    await readUntil(stream, /"steer-queue","data":\{"waiting":\[\{"messageId":"mine"/);
    release();
    await idle(server, id);
    expect(partsOf(await page(server, id))).toMatchObject([
      { type: "tool-call", toolName: "wait" },
      { type: "steered", messageId: "mine", content: "also this" },
      { type: "text", text: "Heard." },
    ]);
    const again = await server.send(`/api/threads/${id}/steer`, { body });
    expect([again.status, await again.json()]).toMatchObject([200, { id: "mine", state: "sent" }]);
    expect(partsOf(await page(server, id)).filter(({ type }) => type === "steered")).toHaveLength(1);
    expect((await server.send(`/api/threads/${id}/steer/mine`, { method: "DELETE" })).status).toBe(409);
  });

  it("can be taken back, and comes back unsent from a run that was stopped", async () => {
    const { tool } = gate();
    const server = await startTestServer({ model: scripted([waiting, { text: "End." }]), tools: [tool] });
    const { id } = await begin(server);
    for (const message of ["one", "two"])
      await server.send(`/api/threads/${id}/steer`, { body: { id: message, message } });
    const back = await server.send(`/api/threads/${id}/steer/one`, { method: "DELETE" });
    expect(await back.json()).toMatchObject({ id: "one", state: "withdrawn", content: "one" });
    await server.send(`/api/threads/${id}/stop`, { method: "POST" });
    await idle(server, id);
    const list: SteerList = await (await server.send(`/api/threads/${id}/steer`)).json();
    expect(list.messages).toMatchObject([{ id: "two", state: "unsent", content: "two" }]);
    expect(partsOf(await page(server, id)).filter(({ type }) => type === "steered")).toEqual([]);
    expect((await server.send(`/api/threads/${id}/steer/two`, { method: "DELETE" })).status).toBe(200);
    expect((await page(server, id)).steer).toBeUndefined();
  });

  it("begins a run where none is under way", async () => {
    const server = await startTestServer({ steps: [{ text: "First." }, { text: "Second." }] });
    const response = await server.send("/api/chat", { body: { message: "hi" } });
    await response.text();
    const id = threadIdOf(response);
    expect((await server.send(`/api/threads/${id}/steer`, { body: { message: "and?" } })).status).toBe(202);
    await expect
      .poll(async () => partsOf(await page(server, id)).map(({ type }) => type))
      .toEqual(["text", "steered", "text"]);
    await idle(server, id);
    expect((await page(server, id)).messages).toHaveLength(3);
  });

  it("reaches a run in another process, over the store", async () => {
    const { tool, release } = gate();
    const file = databaseFile();
    const model = scripted([waiting, { text: "Heard." }]);
    const here = await startTestServer({ model, tools: [tool], file });
    const there = await startTestServer({ steps: [{ text: "Wrong server." }], file });
    const { id } = await begin(here);
    const told = async (waiting: RegExp) => readUntil(await here.send(`/api/threads/${id}/stream`), waiting);
    await there.send(`/api/threads/${id}/steer`, { body: { id: "near", message: "never mind" } });
    await told(/"steer-queue","data":\{"waiting":\[\{"messageId":"near"/);
    await there.send(`/api/threads/${id}/steer/near`, { method: "DELETE" });
    await told(/"steer-queue","data":\{"waiting":\[\]/);
    expect((await there.send(`/api/threads/${id}/steer`, { body: { id: "far", message: "from afar" } })).status).toBe(
      202,
    );
    release();
    await idle(there, id);
    expect(partsOf(await page(there, id)).map((part) => ("content" in part ? part.content : part.type))).toEqual([
      "tool-call",
      "from afar",
      "text",
    ]);
  });

  it("is heard after a crash, once", async () => {
    const file = databaseFile();
    const { tool } = gate();
    const first = openStore({ file });
    onTestFinished(() => first.close());
    const server = await startTestServer({ model: scripted([waiting, { text: "Never." }]), tools: [tool], file });
    const { id } = await begin(server);
    await server.send(`/api/threads/${id}/steer`, { body: { id: "kept", message: "before the crash" } });
    await server.close();
    const { tool: open, release } = gate();
    release();
    const next = await startTestServer({ model: scripted([{ text: "After." }]), tools: [open], file });
    await next.send(`/api/threads/${id}/steer`, { body: { id: "kept", message: "before the crash" } });
    await idle(next, id);
    expect(partsOf(await page(next, id)).filter(({ type }) => type === "steered")).toMatchObject([
      { messageId: "kept", content: "before the crash" },
    ]);
  });

  it.each([
    [{}, 400],
    [{ id: "a b", message: "x" }, 400],
    [{ message: { role: "assistant", content: "x" } }, 400],
    [{ message: "x", more: 1 }, 400],
  ])("refuses %o", async (body, status) => {
    const { send, store } = await startTestServer();
    const { conversation } = store.threads.create({ channel: "web" });
    expect((await send(`/api/threads/${conversation.chatId}/steer`, { body })).status).toBe(status);
    expect((await send("/api/threads/nowhere/steer", { body: { message: "x" } })).status).toBe(404);
    expect((await send("/api/threads/nowhere/steer")).status).toBe(404);
    expect((await send(`/api/threads/${conversation.chatId}/steer/x`, { method: "DELETE" })).status).toBe(404);
  });

  it("masks keys before they wait in the store", async () => {
    const { tool } = gate();
    const server = await startTestServer({ model: scripted([waiting]), tools: [tool] });
    const { id } = await begin(server);
    const key = `sk-ant-api03-${"a1B2".repeat(20)}`;
    const posted = await server.send(`/api/threads/${id}/steer`, { body: { message: `use ${key}` } });
    expect(await posted.text()).not.toContain(key);
  });
});
