import { defineTool, type Tool } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { describe, expect, it } from "vitest";
import { heldModel } from "./support/held-model.ts";
import { askingTool, startTestServer, type TestServer, threadIdOf } from "./support/test-server.ts";

/** A call that says when it has begun, and ends when it is let. */
function gated(name: string, effects: "read" | "external") {
  const begun: string[] = [];
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  const tool: Tool = defineTool({
    name,
    description: "Waits.",
    input: { type: "object" },
    allowlist: "all",
    effects,
    async execute(_, { toolCallId }) {
      begun.push(toolCallId);
      await gate;
      return `${toolCallId} ended`;
    },
  });
  return { tool, begun, goOn };
}

const calls = (...names: string[]) => names.map((name, at) => ({ id: `c${at}`, name, arguments: { to: "test" } }));
const DRAIN = { limits: { closeMs: 60_000 } };

/** What another server makes of the run. */
async function takenOver(first: TestServer, tools: readonly Tool[]): Promise<string> {
  const steps = [{ text: "All done." }];
  const second = await startTestServer({ file: first.file, model: scripted(steps), tools });
  const { threads } = await (await second.send("/api/threads")).json();
  await expect
    .poll(async () => (await (await second.send(`/api/threads/${threads[0].id}`)).json()).status)
    .toBe("idle");
  return JSON.stringify(await (await second.send(`/api/threads/${threads[0].id}`)).json());
}

describe("a server that is told to end", () => {
  it("waits for a call that may not run twice, begins none after it, and hands the rest over", async () => {
    const { tool, begun, goOn } = gated("pay", "external");
    const steps = [{ toolCalls: calls("pay", "pay", "pay") }];
    const first = await startTestServer({ steps, tools: [tool], server: DRAIN });
    const response = await first.send("/api/chat", { body: { message: "go" } });
    await expect.poll(() => begun).toEqual(["c0"]);
    let isClosed = false;
    const closing = first.close().then(() => (isClosed = true));
    // It answers meanwhile, and begins nothing.
    expect((await first.send("/api/chat", { body: { message: "another" } })).status).toBe(503);
    expect((await first.send("/healthz")).status).toBe(200);
    const ready = await first.send("/readyz");
    expect([ready.status, await ready.json()]).toEqual([503, { status: "draining" }]);
    expect((await first.send(`/api/threads/${threadIdOf(response)}`)).status).toBe(200);
    expect(isClosed).toBe(false);
    goOn();
    await closing;
    expect(begun).toEqual(["c0"]);
    const told = await response.text().catch(() => "cut");
    expect(told).not.toMatch(/\nd:|skipped/);
    const thread = await takenOver(first, [tool]);
    expect(begun).toEqual(["c0", "c1", "c2"]);
    expect(thread).toMatch(/c0 ended.*c1 ended.*c2 ended.*All done/s);
    expect(thread).not.toContain("outcome_unknown");
  });

  it("waits for a call also where another one of its step has a question, which is asked again under its id", async () => {
    const { tool, begun, goOn } = gated("pay", "external");
    const asks: Tool = { ...tool, spec: { ...tool.spec, requiresConfirmation: true } };
    const ran: string[] = [];
    const tools = [asks, askingTool(ran)];
    const first = await startTestServer({ steps: [{ toolCalls: calls("pay", "deploy") }], tools, server: DRAIN });
    const response = await first.send("/api/chat", { body: { message: "go" } });
    response.text().catch(() => "cut");
    await expect.poll(() => first.store.approvals.list().length).toBe(2);
    const [pay, deploy] = first.store.approvals.list().map(({ approvalId }) => approvalId);
    expect((await first.send(`/api/approvals/${pay}`, { body: { approve: true } })).status).toBe(200);
    await expect.poll(() => begun).toEqual(["c0"]);
    const closing = first.close();
    goOn();
    await closing;
    const second = await startTestServer({ file: first.file, model: scripted([{ text: "All done." }]), tools });
    await expect.poll(() => second.store.approvals.list().map(({ approvalId }) => approvalId)).toEqual([deploy]);
    expect((await second.send(`/api/approvals/${deploy}`, { body: { approve: true } })).status).toBe(200);
    await expect.poll(() => ran).toHaveLength(1);
    const thread = await second.send(`/api/threads/${threadIdOf(response)}`);
    expect(JSON.stringify(await thread.json())).toMatch(/c0 ended/);
    expect(begun).toEqual(["c0"]);
  });

  it("hands a model call, a read and a question over at once", async () => {
    const { tool, begun } = gated("look", "read");
    const { model, asked } = heldModel();
    const ran: string[] = [];
    const logged: string[] = [];
    const log = (message: string) => void logged.push(message);
    const config = { logger: { debug() {}, info() {}, warn: log, error: log } };
    const read = { steps: [{ toolCalls: calls("look") }], tools: [tool], server: DRAIN, config };
    const reading = await startTestServer(read);
    const thinking = await startTestServer({ model, server: DRAIN, config });
    const questions = { steps: [{ toolCalls: calls("deploy") }], tools: [askingTool(ran)], server: DRAIN, config };
    const asking = await startTestServer(questions);
    const reads = [reading, thinking, asking].map(({ send }) => send("/api/chat", { body: { message: "go" } }));
    for (const response of await Promise.all(reads)) response.text().catch(() => "cut");
    await expect.poll(async () => [begun.length, asked(), asking.store.approvals.list().length]).toEqual([1, 1, 1]);
    // That this ends at all is the test: a minute is more than it waits.
    await Promise.all([reading.close(), thinking.close(), asking.close()]);
    // A run that is not told of its end logs that as soon as its journal was waited for.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(logged).toEqual(["Tool call failed"]);
  });

  it("hands a call over that goes on when the time is up: its outcome is unknown", async () => {
    const { tool, begun } = gated("pay", "external");
    const first = await startTestServer({
      steps: [{ toolCalls: calls("pay") }],
      tools: [tool],
      server: { limits: { closeMs: 0 } },
    });
    const response = await first.send("/api/chat", { body: { message: "go" } });
    await expect.poll(() => begun).toEqual(["c0"]);
    await first.close();
    await response.text().catch(() => "cut");
    expect(await takenOver(first, [tool])).toContain("outcome_unknown");
    expect(begun).toEqual(["c0"]);
  });
});
