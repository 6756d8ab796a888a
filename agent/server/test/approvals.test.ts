import { EventEmitter, once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { scripted } from "@toolwright/models";
import { describe, expect, it } from "vitest";
import { toolOf } from "../../../runtime/core/test/making.ts";
import { scripted as scriptedProgram } from "../../../runtime/core/test/scripted-program.ts";
import { askingTool, startTestServer, type TestServer } from "./support/test-server.ts";
import { readUntil } from "./support/wire.ts";

const steps = [{ toolCalls: [{ id: "a", name: "deploy", arguments: { to: "staging" } }] }, { text: "That was it." }];

/** A run that waits for its approval, with the rest of its stream. */
async function waiting(options: Parameters<typeof startTestServer>[0] = {}) {
  const ran: string[] = [];
  const server = await startTestServer({ steps, tools: [askingTool(ran)], ...options });
  const response = await server.send("/api/chat", { body: { message: "deploy" } });
  const threadId = response.headers.get("x-toolwright-thread") ?? "";
  const [asked] = await pendingOf(server);
  return { ...server, server, ran, threadId, rest: response.text(), asked, id: asked?.approvalId ?? "" };
}

interface Pending {
  readonly approvalId: string;
  readonly [field: string]: unknown;
}

async function pendingOf({ send }: Pick<TestServer, "send">): Promise<Pending[]> {
  for (;;) {
    const { approvals } = await (await send("/api/approvals")).json();
    if (approvals.length > 0) return approvals;
    await pause(10);
  }
}

async function auditOf({ send }: Pick<TestServer, "send">): Promise<{ approvalId: string; ignored: string }[]> {
  return (await (await send("/api/approvals/audit")).json()).audit;
}

describe("an approval", () => {
  it("shows the call, its arguments and the reason, and expires", async () => {
    const { asked, threadId, send, id, rest } = await waiting();
    expect(asked).toMatchObject({
      threadId,
      toolCallId: "a",
      toolName: "deploy",
      arguments: { to: "staging" },
      always: [],
    });
    expect(Number(asked?.expiresAt)).toBeGreaterThan(Date.now());
    await send(`/api/approvals/${id}`, { body: { approve: false, reason: "no" } });
    await rest;
  });

  it("of a run that waits in no process is answered at the server, which goes on with the run", async () => {
    const ran: string[] = [];
    const { send, store } = await startTestServer({ steps: steps.slice(1), tools: [askingTool(ran)] });
    const conversation = { channel: "web", chatId: "elsewhere" };
    const config = { model: scripted(steps), tools: [askingTool(ran)], waiting: "return" as const };
    const { stopReason } = await store.run(conversation, config, "deploy");
    expect([stopReason, await store.threads.interrupted()]).toEqual(["waiting", []]);
    const [asked] = await pendingOf({ send });
    expect(ran).toEqual([]);
    await send(`/api/approvals/${asked?.approvalId}`, { body: { approve: true } });
    await expect.poll(async () => (await store.threads.get(conversation))?.status).toBe("idle");
    expect((await store.history(conversation)).at(-1)?.content).toBe("That was it.");
    expect(ran).toHaveLength(1);
  });

  it("lets more calls of its program run, where a program asks and about its tool alone", async () => {
    const ran: string[] = [];
    const deploys = ["one", "two", "three"];
    const execute = scriptedProgram(async ({ call }) => {
      await Promise.all(deploys.map((to) => call("deploy", { to })));
      return call("deploy", { to: "four" });
    });
    const program = toolOf("program", (_, context) => execute(context), {
      allowlist: "all",
      effects: "external",
      replays: true,
    });
    const { send, asked, rest, store } = await waiting({
      steps: [{ toolCalls: [{ id: "p", name: "program", arguments: {} }] }, { text: "That was it." }],
      tools: [program, askingTool(ran)],
    });
    await expect.poll(async () => (await pendingOf({ send })).length).toBe(3);
    expect(asked).toMatchObject({ toolCallId: "p/0", program: { programId: "p" } });
    const answer = (more: unknown, extra = {}) =>
      send(`/api/approvals/${asked?.approvalId}`, { body: { approve: true, more, ...extra } });
    const toolName = "deploy";
    for (const [more, extra] of [
      [{ toolName: "program", times: 3 }, {}],
      [{ toolName, times: 0 }, {}],
      [{ toolName, times: 1_001 }, {}],
      [{ toolName, times: 2.5 }, {}],
      [{ toolName }, {}],
      [3, {}],
      [{ toolName, times: 3 }, { approve: false }],
      [{ toolName, times: 3 }, { arguments: { to: "five" } }],
    ])
      expect((await answer(more, extra)).status, JSON.stringify([more, extra])).toBe(400);
    expect(ran).toEqual([]);
    expect((await answer({ toolName, times: 3 })).status).toBe(200);
    await rest;
    expect(ran).toEqual([...deploys, "four"]);
    const audit = (await (await send("/api/audit")).text()).trim().split("\n");
    expect(audit.map((line) => JSON.parse(line))).toMatchObject([{ toolCallId: "p/0", more: 3 }]);
    expect(await store.approvals.audit()).toEqual([]);
  });

  it("lets no more calls run where it is about a call of the model", async () => {
    const { send, id, rest, ran } = await waiting();
    const answered = await send(`/api/approvals/${id}`, {
      body: { approve: true, more: { toolName: "deploy", times: 2 } },
    });
    expect([answered.status, await answered.json()]).toMatchObject([
      400,
      { error: "This answer cannot be taken: more counts for questions from inside a program." },
    ]);
    expect(ran).toEqual([]);
    await send(`/api/approvals/${id}`, { body: { approve: true } });
    await rest;
    expect(ran).toEqual(["staging"]);
  });

  it("is listed and counted with all others, however many there are", async () => {
    const { send, store } = await startTestServer();
    const tool = askingTool([]);
    const ending = new AbortController();
    for (let n = 0; n < 120; n += 1) {
      const about = { approvalId: `a${n}`, toolCallId: `c${n}`, toolName: "deploy", arguments: {} };
      void store.approvals.approver({ channel: "web", chatId: String(n) }).approve(about, tool, ending.signal);
    }
    expect((await (await send("/api/approvals")).json()).approvals).toHaveLength(120);
    expect(await (await send("/metrics")).text()).toContain("toolwright_approvals_pending 120\n");
    ending.abort();
  });

  it("lets the call run once, with the arguments that were asked about", async () => {
    const { send, ran, rest, id } = await waiting();
    const response = await send(`/api/approvals/${id}`, { body: { approve: true } });
    expect(await response.json()).toMatchObject({ approvalId: id, toolCallId: "a", approve: true, saved: [] });
    expect(await rest).toContain("deployed to staging");
    expect(ran).toEqual(["staging"]);
  });

  it("answers other questions that wait with it, and none where one of them was not asked", async () => {
    const calls = ["a", "b"].map((id) => ({ id, name: "deploy", arguments: { to: id } }));
    const { send, ran, rest, id, threadId, store } = await waiting({ steps: [{ toolCalls: calls }, { text: "So." }] });
    const ending = new AbortController();
    const ask = (approvalId: string, chatId: string) => {
      const about = { approvalId, toolCallId: approvalId, toolName: "deploy", arguments: { to: "c" } };
      return store.approvals.approver({ channel: "web", chatId }).approve(about, askingTool([]), ending.signal);
    };
    const besides = ask("besides", threadId);
    void ask("elsewhere", "elsewhere");
    const call = { toolCallId: "b", toolName: "deploy", arguments: { to: "b" } };
    for (const [status, also] of [
      [400, [call]],
      [409, ["b"]],
      [409, ["besides", "elsewhere"]],
      [409, ["besides", "made up"]],
    ] as const) {
      const refused = await send(`/api/approvals/${id}`, { body: { approve: true, also } });
      expect([refused.status, await refused.json()]).toEqual([status, { error: expect.stringMatching(/also .*\.$/) }]);
    }
    // Both calls of the step were asked about before one of them was answered.
    await expect.poll(async () => (await pendingOf({ send })).length).toBe(4);
    const [, second] = (await pendingOf({ send })).filter(({ toolCallId }) => ["a", "b"].includes(String(toolCallId)));
    expect([second, await auditOf({ send }), ran]).toEqual([
      expect.objectContaining({ toolCallId: "b", arguments: { to: "b" }, reason: expect.any(String) }),
      [],
      [],
    ]);
    const also = ["besides", second?.approvalId];
    expect((await send(`/api/approvals/${id}`, { body: { approve: true, also } })).status).toBe(200);
    expect(await besides).toEqual({ approvalId: "besides", approve: true });
    ending.abort();
    await rest;
    expect(ran).toEqual(["a", "b"]);
    const refusal = await send(`/api/approvals/${id}`, { body: { approve: false, also: ["besides"] } });
    expect(refusal.status).toBe(400);
  });

  it("counts for what was shown: to another preview it is 409, and uses nothing up", async () => {
    const calls = ["a", "b"].map((id) => ({ id, name: "deploy", arguments: { to: id } }));
    const { send, ran, rest } = await waiting({ steps: [{ toolCalls: calls }, { text: "So." }] });
    await expect.poll(async () => (await pendingOf({ send })).length).toBe(2);
    const [first, second] = await pendingOf({ send });
    const url = `/api/approvals/${first?.approvalId}`;
    const b = String(second?.approvalId);
    for (const body of [
      { approve: true, preview: second?.preview },
      { approve: false, preview: "older" },
      { approve: true, preview: first?.preview, also: [{ approvalId: b, preview: first?.preview }] },
    ]) {
      const refused = await send(url, { body });
      expect([refused.status, await refused.json()]).toEqual([
        409,
        { error: expect.stringContaining("shows something") },
      ]);
    }
    expect([await auditOf({ send }), ran, (await pendingOf({ send })).length]).toEqual([[], [], 2]);
    const also = [{ approvalId: b, preview: second?.preview }];
    expect((await send(url, { body: { approve: true, preview: first?.preview, also } })).status).toBe(200);
    await rest;
    expect(ran).toEqual(["a", "b"]);
  });

  it("is asked for of all calls of a step at once, is answered in any order, and the calls run in theirs", async () => {
    const calls = ["a", "b", "c"].map((id) => ({ id, name: "deploy", arguments: { to: id } }));
    const { send, ran, rest } = await waiting({ steps: [{ toolCalls: calls }, { text: "So." }] });
    await expect.poll(async () => (await pendingOf({ send })).length).toBe(3);
    const [a, b, c] = (await pendingOf({ send })).map(({ approvalId }) => approvalId);
    const answer = (approvalId: string | undefined, body: object) => send(`/api/approvals/${approvalId}`, { body });
    await answer(c, { approve: true });
    await answer(b, { approve: false, reason: "Not there." });
    await expect.poll(async () => (await pendingOf({ send })).length).toBe(1);
    expect(ran).toEqual([]);
    await answer(a, { approve: true });
    expect(await rest).toContain("Not there.");
    expect(ran).toEqual(["a", "c"]);
  });

  it("takes edited arguments, which are checked again", async () => {
    const right = await waiting();
    await right.send(`/api/approvals/${right.id}`, { body: { approve: true, arguments: { to: "nowhere" } } });
    expect(await right.rest).toContain("deployed to nowhere");
    const wrong = await waiting();
    const refused = await wrong.send(`/api/approvals/${wrong.id}`, { body: { approve: true, arguments: { to: 3 } } });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: expect.stringContaining("/to: expected string, got number") },
    ]);
    // The question is still there, for arguments that fit.
    await wrong.send(`/api/approvals/${wrong.id}`, { body: { approve: true, arguments: { to: "there" } } });
    expect(await wrong.rest).toContain("deployed to there");
    expect([right.ran, wrong.ran]).toEqual([["nowhere"], ["there"]]);
  });

  it("tells the model why not, or stops the run without a reason", async () => {
    const told = await waiting();
    await told.send(`/api/approvals/${told.id}`, { body: { approve: false, reason: "Ask the others first." } });
    expect(await told.rest).toMatch(/Ask the others first\.[\s\S]*"it\."/);
    const stopped = await waiting();
    await stopped.send(`/api/approvals/${stopped.id}`, { body: { approve: false } });
    expect(await stopped.rest).toContain('"stopReason":"denied"');
    expect([told.ran, stopped.ran]).toEqual([[], []]);
  });

  it("may come with the chat route, which shows what the run does with it", async () => {
    const { send, ran, threadId, id, rest } = await waiting();
    const body = { threadId, decision: { approvalId: id, approve: true } };
    const response = await send("/api/chat", { body });
    expect(await response.text()).toMatch(/deployed to staging[\s\S]*"it\."[\s\S]*\nd:/);
    expect((await send("/api/chat", { body })).status).toBe(409);
    await rest;
    expect(ran).toEqual(["staging"]);
  });

  it("saves the rules of always, which are shown before", async () => {
    const remembered: string[][] = [];
    const rules = {
      explain: async () => ["Deploy(staging)"],
      remember: async (saved: readonly string[]) => void remembered.push([...saved]),
    };
    const { send, asked, id, rest, ran } = await waiting({ agent: { rules } });
    expect(asked?.always).toEqual(["Deploy(staging)"]);
    expect(remembered).toEqual([]);
    const response = await send(`/api/approvals/${id}`, { body: { approve: true, always: true } });
    expect(await response.json()).toMatchObject({ saved: ["Deploy(staging)"] });
    await rest;
    expect([remembered, ran]).toEqual([[["Deploy(staging)"]], ["staging"]]);
  });

  it("keeps them for the one conversation where that was meant, and saves nothing", async () => {
    const kept: unknown[] = [];
    const rules = {
      explain: async () => ["Deploy(staging)"],
      remember: async () => void kept.push("saved"),
      rememberForSession: async (said: readonly string[], { chatId }: { readonly chatId: string }) =>
        void kept.push(said, chatId),
    };
    const { send, asked, id, rest, threadId } = await waiting({ agent: { rules } });
    expect(asked?.forSession).toBe(true);
    const response = await send(`/api/approvals/${id}`, { body: { approve: true, always: "session" } });
    expect(await response.json()).toMatchObject({ saved: ["Deploy(staging)"] });
    await rest;
    expect(kept).toEqual([["Deploy(staging)"], threadId]);
  });

  it("refuses to keep them for one conversation where that is not known, and the question stays", async () => {
    const rules = { explain: async () => ["Deploy(staging)"], remember: async () => undefined };
    const { send, asked, id, rest, ran } = await waiting({ agent: { rules } });
    expect(asked).not.toHaveProperty("forSession");
    expect((await send(`/api/approvals/${id}`, { body: { approve: true, always: "session" } })).status).toBe(400);
    expect(ran).toEqual([]);
    await send(`/api/approvals/${id}`, { body: { approve: false } });
    await rest;
  });

  it("lets the run go on only when the rules of always hold", async () => {
    const ranBefore: number[] = [];
    const rules = {
      explain: async () => ["Deploy(staging)"],
      async remember() {
        await new Promise((resolve) => setTimeout(resolve, 100));
        ranBefore.push(started.ran.length);
      },
    };
    const started = await waiting({ agent: { rules } });
    await started.send(`/api/approvals/${started.id}`, { body: { approve: true, always: true } });
    await started.rest;
    expect([ranBefore, started.ran]).toEqual([[0], ["staging"]]);
  });
});

describe("an approval with a reason", () => {
  it("runs the call, and the reason is kept with the decision", async () => {
    const { send, ran, id, rest } = await waiting();
    expect((await send(`/api/approvals/${id}`, { body: { approve: true, reason: "as agreed" } })).status).toBe(200);
    expect(await rest).toMatch(/approval-decision.*"reason":"as agreed"/);
    expect(ran).toEqual(["staging"]);
  });
});

describe("a decision that does not count", () => {
  it.each([
    ["no JSON", "{"],
    ["no answer", {}],
    ["an answer that is no boolean", { approve: "true" }],
    ["a key too many", { approve: true, toolCallId: "a" }],
    ["a refusal that allows others", { approve: false, also: ["a"] }],
    ["a reason that is no text", { approve: true, reason: 7 }],
    ["a preview that is no text", { approve: true, preview: 7 }],
    ["more than a preview of another question", { approve: true, also: [{ approvalId: "a", approve: true }] }],
    ["a refusal with arguments", { approve: false, arguments: {} }],
    ["always for a refusal", { approve: false, always: true }],
    ["always where no rule can be saved", { approve: true, always: true }],
    ["always in other words", { approve: true, always: "forever" }],
    ["a session for a refusal", { approve: false, always: "session" }],
    ["always for edited arguments", { approve: true, always: true, arguments: {} }],
  ])("is refused with 400 when it has %s, and the question stays", async (_, body) => {
    const { send, ran, id, rest } = await waiting();
    expect((await send(`/api/approvals/${id}`, { body })).status).toBe(400);
    expect(await pendingOf({ send })).toHaveLength(1);
    expect(ran).toEqual([]);
    await send(`/api/approvals/${id}`, { body: { approve: false } });
    await rest;
  });

  it("made up, for another thread, or used before: runs nothing, and leaves an entry in the audit", async () => {
    const { send, ran, id, rest, threadId } = await waiting();
    const other = await (await send("/api/threads", { body: {} })).json();
    const forThread = (thread: string) => ({ threadId: thread, decision: { approvalId: id, approve: true } });
    expect((await send("/api/approvals/made-up", { body: { approve: true } })).status).toBe(404);
    expect((await send("/api/chat", { body: forThread(other.id) })).status).toBe(404);
    expect(ran).toEqual([]);
    expect((await send(`/api/approvals/${id}`, { body: { approve: true } })).status).toBe(200);
    expect(
      (await send(`/api/approvals/${id}`, { body: { approve: true, arguments: { to: "production" } } })).status,
    ).toBe(409);
    expect(await rest).toMatch(/approval-decision.*"ignored":"unknown"/);
    expect((await send("/api/chat", { body: forThread(threadId) })).status).toBe(409);
    expect(ran).toEqual(["staging"]);
    expect((await auditOf({ send })).map(({ approvalId, ignored }) => [approvalId, ignored])).toEqual([
      [id, "used"],
      [id, "used"],
      [id, "unknown"],
      ["made-up", "unknown"],
    ]);
  });

  it("of many at once, one counts", async () => {
    const { send, ran, id, rest } = await waiting();
    const bodies = Array.from({ length: 10 }, (_, place) => ({ approve: true, arguments: { to: `place ${place}` } }));
    const answers = await Promise.all(bodies.map((body) => send(`/api/approvals/${id}`, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    await rest;
    expect(ran).toHaveLength(1);
  });

  it("too late: 409, and the model was told that nobody answered", async () => {
    const { send, ran, id, rest } = await waiting({ server: { limits: { approvalMs: 200 } } });
    expect(await rest).toMatch(/in time[\s\S]*"it\."/);
    expect((await send(`/api/approvals/${id}`, { body: { approve: true } })).status).toBe(409);
    expect(ran).toEqual([]);
  });
});

describe("a server that is started again", () => {
  it("asks the same question, and runs the call when the answer comes", async () => {
    const first = await waiting();
    await first.close();
    await first.rest.catch(() => undefined);
    const ran: string[] = [];
    const second = await startTestServer({
      file: first.file,
      tools: [askingTool(ran)],
      steps: [{ text: "Taken up." }],
    });
    const [asked] = await pendingOf(second);
    expect(asked?.approvalId).toBe(first.id);
    const stream = await second.send(`/api/threads/${first.threadId}/stream`);
    expect((await second.send(`/api/approvals/${first.id}`, { body: { approve: true } })).status).toBe(200);
    await readUntil(stream, /deployed to staging[\s\S]*"up\."[\s\S]*\nd:/);
    expect([first.ran, ran]).toEqual([[], ["staging"]]);
  });

  it("lets a second click take nothing from the first while the run is being taken up", async () => {
    const first = await waiting();
    await first.close();
    await first.rest.catch(() => undefined);
    const ran: string[] = [];
    const model = scripted([{ text: "Taken up." }]);
    const gate = new EventEmitter();
    const config = () => once(gate, "open").then(() => ({ model, tools: [askingTool(ran)] }));
    const second = await startTestServer({ file: first.file, agent: { config } });
    const click = () => second.send(`/api/approvals/${first.id}`, { body: { approve: true } });
    expect([(await click()).status, (await click()).status]).toEqual([200, 409]);
    gate.emit("open");
    await expect.poll(() => second.store.threads.get({ channel: "web", chatId: first.threadId })?.status).toBe("idle");
    expect(ran).toEqual(["staging"]);
  });

  it("runs nothing for an answer to a question that another tool asked", async () => {
    const first = await waiting();
    await first.close();
    await first.rest.catch(() => undefined);
    const ran: string[] = [];
    const changed = { ...askingTool(ran), definition: { ...askingTool(ran).definition, description: "Deletes." } };
    const second = await startTestServer({ file: first.file, tools: [changed], steps: [{ text: "Taken up." }] });
    await expect.poll(() => second.store.threads.get({ channel: "web", chatId: first.threadId })?.status).toBe("idle");
    expect((await second.send(`/api/approvals/${first.id}`, { body: { approve: true } })).status).toBe(409);
    expect(ran).toEqual([]);
  });
});

describe("two servers on one database", () => {
  it("answer for each other", async () => {
    const first = await waiting();
    const second = await startTestServer({ file: first.file });
    expect((await second.send(`/api/approvals/${first.id}`, { body: { approve: true } })).status).toBe(200);
    expect(await first.rest).toContain("deployed to staging");
    expect(first.ran).toEqual(["staging"]);
  });
});
