import type { JournalEvent } from "@toolwright/core";
import type { AgentUndo, Reversal } from "@toolwright/server";
import type { Store } from "@toolwright/store";
import { describe, expect, it } from "vitest";
import { forkAtStep } from "../src/forks/fork-at-step.ts";
import { heldModel } from "./support/held-model.ts";
import { say, startTestServer, type TestServer } from "./support/test-server.ts";

const call = (id: string) => ({ toolCalls: [{ id, name: "echo", arguments: { text: id } }], text: `Asks ${id}.` });
const STEPS = [call("a"), call("b"), { text: "One done." }, call("c"), { text: "Two done." }, { text: "Went on." }];

interface Step {
  readonly seq: number;
  readonly runId: string;
  readonly parts: number;
  readonly tools: readonly string[];
  readonly isEnd?: true;
}

async function stepsOf({ send }: Pick<TestServer, "send">, id: string): Promise<readonly Step[]> {
  return (await (await send(`/api/threads/${id}/steps`)).json()).steps;
}

/** Two runs of three steps and of two. */
async function talked(agent: { readonly undo?: AgentUndo } = {}) {
  const seen: string[] = [];
  const config = {
    prepareStep: async ({ messages }: { readonly messages: readonly unknown[] }) => {
      seen.push(JSON.stringify(messages));
      return undefined;
    },
  };
  const server = await startTestServer({ steps: STEPS, agent, config });
  const id = await say(server, { message: "first" });
  await say(server, { message: "second", threadId: id });
  const goOn = async (body: object, threadId = id) => {
    const answered = await server.send(`/api/threads/${threadId}/go-on`, { body });
    return { status: answered.status, ...(await answered.json()) };
  };
  return { server, id, seen, goOn };
}

describe("the steps of a thread", () => {
  it("are told with what the message of their run held then", async () => {
    const { server, id } = await talked();
    const steps = await stepsOf(server, id);
    expect(steps.map(({ parts, tools, isEnd }) => [parts, tools, isEnd === true])).toEqual([
      [2, ["echo"], false],
      [4, ["echo"], false],
      [5, [], true],
      [2, ["echo"], false],
      [3, [], true],
    ]);
    expect(steps.map(({ seq }) => seq)).toEqual(steps.map(({ seq }) => seq).toSorted((one, other) => one - other));
    expect((await server.send("/api/threads/nothing/steps")).status).toBe(404);
  });

  it("can be gone on from, in the middle of a run: its model knows what stood there and nothing else", async () => {
    const { server, id, seen, goOn } = await talked();
    const steps = await stepsOf(server, id);
    const { fork, done } = await goOn({ seq: steps[1]?.seq, files: false });
    expect(done).toBe(false);
    const page = await (await server.send(`/api/threads/${fork.id}`)).json();
    expect(page).toMatchObject({ status: "idle", usage: { inputTokens: 0, outputTokens: 0 } });
    const [, answer] = page.messages;
    expect(answer).toMatchObject({ runId: steps[1]?.runId, stopReason: "aborted" });
    expect(answer.parts).toHaveLength(4);
    await say(server, { message: "otherwise", threadId: fork.id });
    expect(seen.at(-1)).toMatch(/first.*Asks a\..*Asks b\..*otherwise/);
    expect(seen.at(-1)).not.toMatch(/One done|second|Asks c/);
    expect((await stepsOf(server, id)).length).toBe(5);
  });

  it("can be gone on from at the end of a run, as a fork does", async () => {
    const { server, id, goOn } = await talked();
    const [, , end] = await stepsOf(server, id);
    const { fork } = await goOn({ seq: end?.seq, files: false });
    const { messages } = await (await server.send(`/api/threads/${fork.id}`)).json();
    expect(messages.at(-1)).toMatchObject({ runId: end?.runId, stopReason: "stop" });
  });

  it("have what later calls did taken back, the newest run first, and no fork where a file stands against it", async () => {
    const asked: string[] = [];
    let conflicts: readonly string[] = [];
    const runs: string[] = [];
    const undo: AgentUndo = {
      turns: async () => runs.map((runId) => ({ runId, files: [], isUndone: false })),
      async reverse({ runId = "", calls = new Set(), force }: Reversal) {
        asked.push(`${runId} ${[...calls].join()} ${force}`);
        return { lines: ["Undid it."], done: true, conflicts };
      },
    };
    const { server, id, goOn } = await talked({ undo });
    const steps = await stepsOf(server, id);
    const [first = "", second = ""] = new Set(steps.map(({ runId }) => runId));
    runs.push(second, first);
    const seq = steps[0]?.seq;
    expect(await goOn({ seq, files: true })).toMatchObject({ done: true, fork: {}, lines: ["Undid it.", "Undid it."] });
    expect(asked).toEqual([`${second} b,c false`, `${first} b,c false`]);
    conflicts = ["a.ts"];
    const refused = await goOn({ seq, files: true, force: true });
    expect(refused).toMatchObject({ conflicts: ["a.ts"] });
    expect(refused.fork).toBeUndefined();
    expect(asked.at(-1)).toBe(`${second} b,c true`);
  });

  it("are refused where they are none, while the thread is at work, and for what is no request", async () => {
    const { server, id, goOn } = await talked();
    expect((await goOn({ seq: 1, files: false })).status).toBe(404);
    expect((await goOn({ seq: 1, files: false }, "nothing")).status).toBe(404);
    for (const wrong of [{}, { seq: 0, files: true }, { seq: 1, files: true, fork: true }])
      expect((await goOn(wrong)).status).toBe(400);
    const [{ seq } = { seq: 0 }] = await stepsOf(server, id);
    expect((await goOn({ seq, files: true })).status).toBe(501);
    const { model, release } = heldModel();
    const busy = await startTestServer({ model });
    const response = await busy.send("/api/chat", { body: { message: "one" } });
    const threadId = response.headers.get("x-toolwright-thread") ?? "";
    expect(await stepsOf(busy, threadId)).toEqual([]);
    release();
    await response.text();
  });

  it("are not gone on with by the next server where the one that made the fork died half-way", async () => {
    const { server, id, seen } = await talked();
    const { store } = server;
    const [, step] = await stepsOf(server, id);
    if (step === undefined) throw new Error("There is no second step.");
    let appended = 0;
    const journal = (...about: Parameters<Store["journal"]>) => {
      const whole = store.journal(...about);
      const append = async (event: JournalEvent) => {
        appended += 1;
        if (appended === 5) throw new Error("died");
        await whole.append(event);
      };
      return { append, read: (after?: number) => whole.read(after) };
    };
    const dying: Pick<Store, "threads" | "leases"> & { readonly journal: typeof journal } = {
      threads: store.threads,
      leases: store.leases,
      journal,
    };
    const from = { channel: "web", chatId: id };
    await expect(forkAtStep(dying, { from, step, leaseMs: 1_000 })).rejects.toThrow("died");
    const { threads } = await store.threads.list({ channel: "web" });
    const [fork] = threads.filter(({ conversation }) => conversation.chatId !== id);
    if (fork === undefined) throw new Error("There is no fork.");
    await expect.poll(async () => (await store.threads.get(fork.conversation))?.status).toBe("idle");
    expect(seen).toHaveLength(5);
  });
});
