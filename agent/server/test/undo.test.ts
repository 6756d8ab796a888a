import type { AgentUndo, Reversal } from "@toolwright/server";
import { describe, expect, it } from "vitest";
import { heldModel } from "./support/held-model.ts";
import { startTestServer, type TestServer } from "./support/test-server.ts";

/** Notes what it is asked for; knows one run. */
function notedUndo(asked: Reversal[]): AgentUndo {
  const files = Array.from({ length: 201 }, (_, n) => ({ path: `f${n}`, change: "created" }) as const);
  return {
    turns: async () => [{ runId: "known", files, isUndone: false }],
    async reverse(reversal) {
      asked.push(reversal);
      return reversal.runId === "unknown" ? undefined : { lines: ["Undid it."], done: true, conflicts: [] };
    },
  };
}

async function threadOf({ send }: TestServer): Promise<string> {
  return (await (await send("/api/threads", { body: {} })).json()).id;
}

describe("undo over HTTP", () => {
  it("lists what runs changed, within bounds", async () => {
    const server = await startTestServer({ agent: { undo: notedUndo([]) } });
    const { turns } = await (await server.send(`/api/threads/${await threadOf(server)}/changes`)).json();
    expect(turns).toMatchObject([{ runId: "known", isUndone: false, more: 1 }]);
    expect(turns[0].files).toHaveLength(200);
  });

  it("hands the agent the run, the conversation and the wish to go on all the same", async () => {
    const asked: Reversal[] = [];
    const server = await startTestServer({ agent: { undo: notedUndo(asked) } });
    const chatId = await threadOf(server);
    const reverse = (kind: string, body: object) => server.send(`/api/threads/${chatId}/${kind}`, { body });
    expect(await (await reverse("undo", { runId: "known" })).json()).toEqual({
      lines: ["Undid it."],
      done: true,
      conflicts: [],
    });
    await reverse("undo", { runId: "known", force: true });
    await reverse("redo", {});
    const conversation = { channel: "web", chatId };
    expect(asked).toEqual([
      { kind: "undo", conversation, runId: "known", force: false },
      { kind: "undo", conversation, runId: "known", force: true },
      { kind: "redo", conversation, force: false },
    ]);
    expect((await reverse("undo", { runId: "unknown" })).status).toBe(404);
    expect((await reverse("undo", {})).status).toBe(400);
    expect((await reverse("redo", { force: "yes" })).status).toBe(400);
    expect((await server.send("/api/threads/nowhere/undo", { body: { runId: "known" } })).status).toBe(404);
    expect((await server.send("/api/threads/nowhere/changes")).status).toBe(404);
  });

  it("tells what runs came to and takes hunks back, where the agent does", async () => {
    const asked: unknown[] = [];
    const net = Array.from({ length: 201 }, (_, n) => {
      return { path: `f${n}`, change: "modified", hunks: [], added: 1, removed: 0 } as const;
    });
    const undo: AgentUndo = {
      ...notedUndo([]),
      async net(runs) {
        asked.push(runs);
        return net;
      },
      async reverseHunk(hunk) {
        asked.push(hunk);
        return { lines: ["Took it back."], done: true, conflicts: [], run: hunk.runs[0] };
      },
    };
    const server = await startTestServer({ agent: { undo } });
    const chatId = await threadOf(server);
    const runs = [{ conversation: { channel: "web", chatId }, runId: "known" }];
    const list = await (await server.send(`/api/threads/${chatId}/net-changes?run=known`)).json();
    expect([list.files.length, list.more]).toEqual([200, 1]);
    expect((await server.send(`/api/threads/${chatId}/net-changes?run=unknown`)).status).toBe(404);
    const hunk = { path: "f1", oldStart: 1, newStart: 1, basis: "sha256:1" };
    const reverse = (body: object) => server.send(`/api/threads/${chatId}/undo-hunk`, { body });
    const done = { lines: ["Took it back."], done: true, conflicts: [] };
    expect(await (await reverse({ ...hunk, runId: "known" })).json()).toEqual(done);
    expect(asked).toEqual([runs, { ...hunk, runs }]);
    expect((await reverse({ ...hunk, runId: "unknown" })).status).toBe(404);
    expect((await reverse({ ...hunk, oldStart: -1 })).status).toBe(400);
    const without = await startTestServer({ agent: { undo: notedUndo([]) } });
    const other = await threadOf(without);
    expect((await without.send(`/api/threads/${other}/net-changes`)).status).toBe(501);
    expect((await without.send(`/api/threads/${other}/undo-hunk`, { body: hunk })).status).toBe(501);
  });

  it("waits for nothing while the thread is at work: 409, and a run cannot begin while it works", async () => {
    const { model, release } = heldModel();
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const undo: AgentUndo = {
      turns: async () => [],
      reverse: async () => {
        await finished;
        return { lines: [], done: true, conflicts: [] };
      },
    };
    const server = await startTestServer({ model, agent: { undo } });
    const first = await server.send("/api/chat", { body: { message: "hi" } });
    const threadId = first.headers.get("x-toolwright-thread") ?? "";
    const reverse = () => server.send(`/api/threads/${threadId}/undo`, { body: { runId: "known" } });
    expect((await reverse()).status).toBe(409);
    release();
    await first.text();
    await expect.poll(() => server.store.leases.holder({ channel: "web", chatId: threadId })).toBeUndefined();
    const reversing = reverse();
    await expect.poll(() => server.store.leases.holder({ channel: "web", chatId: threadId })).toBeDefined();
    expect((await server.send("/api/chat", { body: { threadId, message: "more" } })).status).toBe(409);
    finish();
    expect((await reversing).status).toBe(200);
    expect((await server.send("/api/chat", { body: { threadId, message: "more" } })).status).toBe(200);
  });

  it("says that an agent has none: 501", async () => {
    const server = await startTestServer();
    const id = await threadOf(server);
    expect((await server.send(`/api/threads/${id}/changes`)).status).toBe(501);
    const response = await server.send(`/api/threads/${id}/undo`, { body: { runId: "known" } });
    expect(response.status).toBe(501);
    expect((await response.json()).error).toBe("This agent cannot undo what it did.");
  });
});
