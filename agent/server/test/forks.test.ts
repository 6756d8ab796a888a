import { createMemoryOutputCache } from "@toolwright/core";
import type { AgentUndo, Reversal } from "@toolwright/server";
import { createAgentServer } from "@toolwright/server";
import { describe, expect, it } from "vitest";
import { heldModel } from "./support/held-model.ts";
import { QUIET, startTestServer, type TestServer, TOKEN } from "./support/test-server.ts";

interface ShownMessage {
  readonly role: "user" | "assistant";
  readonly runId?: string;
  readonly content?: string;
  readonly parts?: readonly { readonly text: string }[];
}

async function say({ send }: TestServer, body: object): Promise<string> {
  const response = await send("/api/chat", { body });
  await response.text();
  return response.headers.get("x-toolwright-thread") ?? "";
}

async function messages({ send }: TestServer, id: string): Promise<readonly ShownMessage[]> {
  return (await (await send(`/api/threads/${id}`)).json()).messages;
}

const texts = (shown: readonly ShownMessage[]) => shown.map(({ content, parts }) => content ?? parts?.[0]?.text);

async function runIds(server: TestServer, id: string): Promise<string[]> {
  return (await messages(server, id)).flatMap(({ runId }) => (runId === undefined ? [] : [runId]));
}

/** Knows what each run of a conversation changed, and notes what it is asked to take back. */
function notedUndo(changed: Record<string, readonly string[]>, asked: string[], refused = "") {
  const undone = new Set<string>();
  const undo: AgentUndo = {
    turns: async ({ chatId }) =>
      (changed[chatId] ?? []).toReversed().map((runId) => ({ runId, files: [], isUndone: undone.has(runId) })),
    async reverse({ kind, conversation, runId = "" }: Reversal) {
      asked.push(`${kind} ${runId} of ${conversation.chatId}`);
      if (runId === refused) return { lines: ["It was changed."], done: false, conflicts: ["a.ts"] };
      if (kind === "undo") undone.add(runId);
      return { lines: [`Undid ${runId}.`], done: true, conflicts: [] };
    },
  };
  return undo;
}

const steps = Array.from({ length: 8 }, (_, n) => ({ text: `Answer ${n}.` }));

describe("POST /api/threads/:id/fork", () => {
  it("goes on from before a run, or from after one; both threads go on apart", async () => {
    const server = await startTestServer({ steps });
    const id = await say(server, { message: "one" });
    await say(server, { threadId: id, message: "two" });
    const [first, second] = await runIds(server, id);
    const before = await server.send(`/api/threads/${id}/fork`, { body: { before: second } });
    expect(before.status).toBe(201);
    const fork = await before.json();
    expect(fork).toMatchObject({ title: "one", status: "idle", forkedFrom: { id, seq: fork.seq } });
    const after = await (await server.send(`/api/threads/${id}/fork`, { body: { after: first, title: "B" } })).json();
    expect(after).toMatchObject({ title: "B", seq: fork.seq });
    await say(server, { threadId: fork.id, message: "otherwise" });
    expect(texts(await messages(server, fork.id))).toEqual(["one", "Answer 0.", "otherwise", "Answer 2."]);
    expect(texts(await messages(server, id))).toEqual(["one", "Answer 0.", "two", "Answer 1."]);
    const { threads } = await (await server.send("/api/threads")).json();
    expect(threads.map((thread: { id: string }) => thread.id)).toEqual([fork.id, after.id, id]);
  });

  it("sends the model what stood before, and nothing of what came after", async () => {
    const seen: string[] = [];
    const server = await startTestServer({
      steps,
      config: {
        prepareStep: async ({ messages }) => {
          seen.push(JSON.stringify(messages));
          return undefined;
        },
      },
    });
    const id = await say(server, { message: "one" });
    await say(server, { threadId: id, message: "secret two" });
    const [, second] = await runIds(server, id);
    const fork = await (await server.send(`/api/threads/${id}/fork`, { body: { before: second } })).json();
    await say(server, { threadId: fork.id, message: "three" });
    expect(seen.at(-1)).toContain("Answer 0.");
    expect(seen.at(-1)).not.toContain("secret two");
  });

  it("is one thread when it is asked for twice, refuses what cannot be, and needs no run to be over", async () => {
    const { model, release } = heldModel();
    const server = await startTestServer({ model });
    const response = await server.send("/api/chat", { body: { message: "one" } });
    const id = response.headers.get("x-toolwright-thread") ?? "";
    const fork = async (body: object, threadId = id) => {
      const answered = await server.send(`/api/threads/${threadId}/fork`, { body });
      return { ...(await answered.json()), status: answered.status };
    };
    const [running = ""] = server.store.journal({ channel: "web", chatId: id }).runs();
    const { runId } = Object(running);
    expect(await fork({ id: "my-own-fork" })).toMatchObject({ status: 201, id: "my-own-fork", seq: 0, title: "" });
    expect(await fork({ id: "my-own-fork" })).toMatchObject({ status: 201, id: "my-own-fork" });
    expect(await fork({ before: runId })).toMatchObject({ status: 201, seq: 0 });
    expect(await fork({ after: runId })).toMatchObject({ status: 409, error: expect.stringContaining("not ended") });
    expect(await fork({ id: "my-own-fork" }, "my-own-fork")).toMatchObject({ status: 409 });
    expect(await fork({}, "nothing")).toMatchObject({ status: 404 });
    expect(await fork({ before: "nothing" })).toMatchObject({ status: 404 });
    for (const wrong of [{ before: "a", after: "b" }, { runId: "a" }, { id: "__LOCALID_1" }, { id: "../x/../../y" }]) {
      expect(await fork(wrong)).toMatchObject({ status: 400, error: expect.stringContaining("after?") });
    }
    release();
    await response.text();
  });

  it("is also a function of the server, which refuses options that there are not", async () => {
    const { store, ...server } = await startTestServer({ steps });
    const id = await say({ ...server, store }, { message: "one" });
    const agent = { model: "m", config: () => ({ model: "unused" as never }) };
    const other = createAgentServer({ agent, store, token: TOKEN, logger: QUIET });
    expect(await other.fork({ threadId: id, id: "from-a-program" })).toMatchObject({
      id: "from-a-program",
      title: "one",
    });
    expect(await other.fork({ threadId: "nothing" })).toBeUndefined();
    expect(await other.fork({ threadId: id, before: "nothing" })).toBeUndefined();
    await expect(other.fork({ threadId: id, runId: "r" } as never)).rejects.toThrow("before, or after");
    await expect(other.fork({ threadId: id, before: "a", after: "b" })).rejects.toThrow("not both");
    await other.close();
  });

  it("finds for a fork the outputs that the thread had kept, wherever they are", async () => {
    const cache = createMemoryOutputCache();
    const server = await startTestServer({ steps, agent: { outputs: cache } });
    const id = await say(server, { message: "one" });
    const { id: ref } = await cache.save("all\nof it", { channel: "web", chatId: id });
    const fork = await (await server.send(`/api/threads/${id}/fork`, { body: {} })).json();
    const again = await (await server.send(`/api/threads/${fork.id}/fork`, { body: {} })).json();
    const other = await say(server, { message: "another" });
    const read = async (thread: string) => (await server.send(`/api/threads/${thread}/outputs/${ref}`)).status;
    expect([await read(id), await read(fork.id), await read(again.id), await read(other)]).toEqual([
      200, 200, 200, 404,
    ]);
  });
});

describe("undo that takes the conversation back", () => {
  async function talked(refused?: (runs: readonly string[]) => string) {
    const changed: Record<string, string[]> = {};
    const asked: string[] = [];
    const holder: { undo: AgentUndo } = { undo: notedUndo(changed, asked) };
    const undo: AgentUndo = {
      turns: (conversation) => holder.undo.turns(conversation),
      reverse: (reversal) => holder.undo.reverse(reversal),
    };
    const server = await startTestServer({ steps, agent: { undo } });
    const id = await say(server, { message: "one" });
    for (const message of ["two", "three"]) await say(server, { threadId: id, message });
    const runs = await runIds(server, id);
    changed[id] = runs.filter((_, place) => place !== 1);
    holder.undo = notedUndo(changed, asked, refused?.(runs));
    const post = async (path: string, body: object, threadId = id) => {
      const response = await server.send(`/api/threads/${threadId}/${path}`, { body });
      return { status: response.status, ...(await response.json()) };
    };
    return { server, id, runs, asked, changed, post };
  }

  it("undoes what came after as well, the newest first, and goes on in a fork", async () => {
    const { server, id, runs, asked, post } = await talked();
    const back = await post("undo", { runId: runs[1], fork: true });
    expect(back).toMatchObject({ status: 200, done: true, lines: [`Undid ${runs[2]}.`], conflicts: [] });
    expect(asked).toEqual([`undo ${runs[2]} of ${id}`]);
    expect(texts(await messages(server, back.fork.id))).toEqual(["one", "Answer 0."]);
    expect(await messages(server, id)).toHaveLength(6);
    const first = await post("undo", { runId: runs[0], fork: true });
    expect(first).toMatchObject({ lines: [`Undid ${runs[0]}.`], fork: { seq: 0, title: "" } });
    expect(await post("undo", { runId: "nothing", fork: true })).toMatchObject({ status: 404 });
    expect(await post("undo", { fork: true })).toMatchObject({ status: 400 });
    expect(await post("redo", { fork: true })).toMatchObject({ status: 400 });
  });

  it("stays where a file stands in the way, and says which", async () => {
    const { runs, asked, post, server } = await talked((all) => all[0] ?? "");
    const back = await post("undo", { runId: runs[0], fork: true });
    expect(back).toMatchObject({ done: true, conflicts: ["a.ts"], lines: [`Undid ${runs[2]}.`, "It was changed."] });
    expect(back.fork).toBeUndefined();
    expect(asked).toHaveLength(2);
    expect(server.store.threads.list({ channel: "web" }).threads).toHaveLength(1);
  });

  it("a fork offers what the runs changed that it has from before, takes it back there, and tells its model", async () => {
    const { server, id, runs, asked, changed, post } = await talked();
    const fork = await post("fork", { after: runs[0] });
    await say(server, { threadId: fork.id, message: "on" });
    const own = (await runIds(server, fork.id)).at(-1) ?? "";
    changed[fork.id] = [own];
    const { turns } = await (await server.send(`/api/threads/${fork.id}/changes`)).json();
    expect(turns.map(({ runId }: { runId: string }) => runId)).toEqual([own, runs[0]]);
    expect(await post("undo", { runId: runs[0] }, fork.id)).toMatchObject({ done: true });
    expect(asked).toEqual([`undo ${runs[0]} of ${id}`]);
    await say(server, { threadId: fork.id, message: "and on" });
    const events = await (await server.send(`/api/threads/${fork.id}/events`)).json();
    const starts = events.events.filter(({ type }: { type: string }) => type === "run_start");
    expect(JSON.stringify(starts.at(-1))).toContain(`Undid ${runs[0]}.`);
    const back = await post("undo", { runId: own, fork: true }, fork.id);
    expect(back.fork.forkedFrom).toMatchObject({ id: fork.id });
  });

  it("waits for no run: 409 where one is under way, here or in the thread that the change was made in", async () => {
    const { server, id, runs, post } = await talked();
    const fork = await post("fork", { after: runs[0] });
    const lease = await server.store.leases.acquire({ channel: "web", chatId: id });
    expect(await post("undo", { runId: runs[0], fork: true })).toMatchObject({ status: 409 });
    expect(await post("undo", { runId: runs[0] }, fork.id)).toMatchObject({ status: 409 });
    await lease?.release();
    expect(await post("undo", { runId: runs[0] }, fork.id)).toMatchObject({ status: 200 });
  });
});

describe("GET /api/threads/:id/branches", () => {
  it("tells where forks go another way, from each of them, also where one was put away", async () => {
    const server = await startTestServer({ steps });
    const id = await say(server, { message: { role: "user", content: "one" } });
    await say(server, { threadId: id, message: { role: "user", content: "two" } });
    const [first = "", second = ""] = await runIds(server, id);
    const none = await (await server.send(`/api/threads/${id}/branches`)).json();
    expect(none).toEqual({ branches: [] });
    const { id: fork } = await (await server.send(`/api/threads/${id}/fork`, { body: { after: first } })).json();
    await say(server, { threadId: fork, message: { role: "user", content: "2" } });
    await server.send(`/api/threads/${fork}`, { body: { archived: true }, method: "PATCH" });
    const [, other = ""] = await runIds(server, fork);
    const branches = async (of: string) => (await (await server.send(`/api/threads/${of}/branches`)).json()).branches;
    expect(await branches(id)).toEqual([{ runId: second, threads: [id, fork] }]);
    expect(await branches(fork)).toEqual([{ runId: other, threads: [id, fork] }]);
    expect((await server.send("/api/threads/none/branches")).status).toBe(404);
  });
});
