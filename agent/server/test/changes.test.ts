import { defineTool } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ChangeReader } from "./support/change-reader.ts";
import { heldModel } from "./support/held-model.ts";
import { askingTool, startTestServer, threadIdOf } from "./support/test-server.ts";

const asking = [{ toolCalls: [{ id: "a", name: "deploy", arguments: { to: "prod" } }] }, { text: "ok" }];

describe("GET /api/changes", () => {
  it("tells of a thread that another server runs, from its first event to its end", async () => {
    const { model, release } = heldModel();
    const working = await startTestServer({ model });
    const watching = await startTestServer({ file: working.file });
    const reader = await ChangeReader.open(watching);
    const response = await working.send("/api/chat", { body: { message: "hello" } });
    const id = threadIdOf(response);
    await reader.until(({ data }) => data.id === id && data.status === "running");
    release();
    await response.text();
    const { lastSeq = 0 } = working.store.threads.get({ channel: "web", chatId: id }) ?? {};
    const last = await reader.until(({ data }) => data.id === id && data.status === "idle" && data.seq === lastSeq);
    expect(last.data).toEqual({
      id,
      title: "hello",
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
      status: "idle",
      seq: lastSeq,
    });
  });

  it("tells of titles, and of threads that are gone", async () => {
    const server = await startTestServer();
    const reader = await ChangeReader.open(server);
    const { id } = await (await server.send("/api/threads", { body: { title: "one" } })).json();
    await reader.until(({ data }) => data.id === id && data.title === "one");
    server.store.threads.rename({ channel: "web", chatId: id }, "two");
    await reader.until(({ data }) => data.id === id && data.title === "two");
    await server.send(`/api/threads/${id}`, { method: "DELETE" });
    expect((await reader.until(({ data }) => data.deleted === true)).data).toEqual({ id, deleted: true });
  });

  it("begins with the questions that wait, and tells of them when they are asked and answered", async () => {
    const server = await startTestServer({ steps: asking, tools: [askingTool([])] });
    const reader = await ChangeReader.open(server);
    expect(reader.told).toEqual([{ event: "approvals", data: { pending: [] } }]);
    const response = await server.send("/api/chat", { body: { message: "go" } });
    const isAsked = ({ event, data }: { event: string; data: object }) =>
      event === "approvals" && !JSON.stringify(data).includes("[]");
    const asked = await reader.until(isAsked);
    const [question] = server.store.approvals.list();
    const approvalId = question?.approvalId;
    expect(asked.data).toEqual({ pending: [{ approvalId, threadId: threadIdOf(response), toolName: "deploy" }] });
    await reader.until(({ data }) => data.status === "waiting");
    const late = await ChangeReader.open(server);
    expect(late.told[0]).toEqual(asked);
    const told = reader.told.length;
    await server.send(`/api/approvals/${approvalId}`, { body: { approve: true } });
    await reader.until((one) => reader.told.indexOf(one) >= told && one.event === "approvals" && !isAsked(one));
    await reader.until(({ data }) => data.id === threadIdOf(response) && data.status === "idle");
  });

  it("does not tell of every event of a run: its number five times a second at most", async () => {
    const ping = defineTool({
      name: "ping",
      description: "Answers.",
      input: z.object({ n: z.number() }),
      allowlist: "all",
      effects: "read",
      execute: async () => "pong",
    });
    const toolCalls = Array.from({ length: 500 }, (_, n) => ({ id: `c${n}`, name: "ping", arguments: { n } }));
    const server = await startTestServer({ steps: [{ toolCalls }, { text: "ok" }], tools: [ping] });
    const reader = await ChangeReader.open(server);
    const began = performance.now();
    const response = await server.send("/api/chat", { body: { message: "go" } });
    await response.text();
    const id = threadIdOf(response);
    const { lastSeq = 0 } = server.store.threads.get({ channel: "web", chatId: id }) ?? {};
    expect(lastSeq).toBeGreaterThan(1_000);
    await reader.until(({ data }) => data.id === id && data.status === "idle" && data.seq === lastSeq);
    const seconds = (performance.now() - began) / 1_000;
    // Made, titled, begun and ended are told at once; the rest is held back.
    expect(reader.of(id).length).toBeLessThanOrEqual(5 * seconds + 6);
  });

  it("counts against the streams, makes room when its reader leaves, and ends with the server", async () => {
    const server = await startTestServer({ server: { limits: { streams: 1 } } });
    const first = await ChangeReader.open(server);
    expect((await server.send("/api/changes")).status).toBe(503);
    await first.leave();
    await expect.poll(async () => (await (await server.send("/metrics")).text()).includes("streams_open 0")).toBe(true);
    const second = await ChangeReader.open(server);
    await server.close();
    await second.ended;
  });
});
