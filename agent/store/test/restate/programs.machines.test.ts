import { setTimeout as pause } from "node:timers/promises";
import { createCodeMode } from "@toolwright/code-mode";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { toolOf } from "../../../../runtime/core/test/making.ts";
import { scripted } from "../../../../runtime/core/test/scripted-program.ts";
import { type Answer, WrittenModel } from "../../../../runtime/core/test/support.ts";
import { createRestateHost } from "../../src/restate.ts";
import { approvalAddress, runTurn } from "../../src/turn.ts";
import { alice, freshStore } from "../making.ts";
import { freshApplication, statusesOf } from "./support/fresh-application.ts";

const engine = inject("restate");
const code = `
const begun = Date.now();
const seen = [await tools.look({})];
seen.push(...(await Promise.all([1, 2].map((n) => tools.send({ n })))));
return [...seen, await tools.look({ n: 3 }), Date.now() > begun];`;
const coded: Answer = { calls: [{ id: "p", name: "run_code", args: { code } }] };
const program: Answer = { calls: [{ id: "p", name: "program" }] };
const logger = { debug() {}, info() {}, warn() {}, error() {} };

/** A turn whose program looks, asks about two mails at once, and looks again. */
async function askingProgram() {
  const own = await freshApplication();
  const store = freshStore();
  const ran: string[] = [];
  let attempts = 0;
  const noting = (name: string, effects: "read" | "external", requiresConfirmation: boolean) =>
    toolOf(
      name,
      (_, { toolCallId }) => {
        ran.push(toolCallId);
        return `${name} ran`;
      },
      { effects, requiresConfirmation },
    );
  const { tool } = createCodeMode([noting("look", "read", false), noting("send", "external", true)]);
  const host = await createRestateHost({
    ...own,
    restAfterMs: 200,
    handler: (run, { conversation }) => {
      attempts += 1;
      const model = new WrittenModel(attempts === 1 ? [coded, { text: "end" }] : [{ text: "end" }]);
      const messages = [{ role: "user", content: "go" }] as const;
      return runTurn({ run, conversation, store, config: { model, tools: [tool], logger }, messages });
    },
  });
  onTestFinished(() => host.close());
  const runId = crypto.randomUUID();
  await host.start({ conversation: alice, runId, input: null });
  await expect.poll(() => store.approvals.list().length).toBe(2);
  return {
    host,
    store,
    runId,
    ran,
    questions: store.approvals.list(),
    attempts: () => attempts,
    isAway: () => expect.poll(() => statusesOf(own.application)).toEqual(["suspended"]),
    wake: (approvalId: string) => host.answer(approvalAddress(runId, approvalId), null),
  };
}

describe.skipIf(engine === undefined)("a program that waits for people", () => {
  it("leaves its process, and goes on behind its calls where an answer comes", async () => {
    const { host, store, runId, ran, questions, attempts, isAway, wake } = await askingProgram();
    await isAway();
    expect([attempts(), ran]).toEqual([1, ["p/0"]]);
    const [one, other] = questions.map(({ approvalId }) => approvalId);
    store.decide(other ?? "", { approve: true });
    await wake(other ?? "");
    await expect.poll(() => ran).toEqual(["p/0", "p/2"]);
    await isAway();
    store.decide(one ?? "", { approve: true });
    await wake(one ?? "");
    expect(await host.result(runId)).toMatchObject({ stopReason: "stop" });
    expect([attempts(), ran]).toEqual([3, ["p/0", "p/2", "p/1", "p/3"]]);
    const results: unknown[] = [];
    for await (const event of store.journal(alice).read())
      if (event.type === "tool_call_end" && event.id === "p") results.push(event.data.result.output);
    expect(results).toEqual([{ type: "text", text: '["look ran","send ran","send ran","look ran",true]' }]);
  });

  it("comes back for one answer that counts for all of its calls", async () => {
    const { host, store, runId, ran, questions, attempts, isAway, wake } = await askingProgram();
    await isAway();
    const approvalId = questions[0]?.approvalId ?? "";
    store.decide(approvalId, { approve: true, more: { toolName: "send", times: 1 } });
    await wake(approvalId);
    expect(await host.result(runId)).toMatchObject({ stopReason: "stop" });
    expect([attempts(), ran.toSorted()]).toEqual([2, ["p/0", "p/1", "p/2", "p/3"]]);
    await expect.poll(() => store.approvals.list()).toEqual([]);
  });

  it("keeps its process while a call of it runs", async () => {
    const own = await freshApplication();
    const store = freshStore();
    let attempts = 0;
    const slow = toolOf("slow", () => pause(2_500, "slow ran"), { effects: "write" });
    const send = toolOf("send", () => "sent", { effects: "external", requiresConfirmation: true });
    const execute = scripted(({ call }) => Promise.all([call("slow", {}), call("send", {})]));
    const tool = toolOf("program", (_, ctx) => execute(ctx), { effects: "external", replays: true });
    const host = await createRestateHost({
      ...own,
      restAfterMs: 200,
      handler: (run, { conversation }) => {
        attempts += 1;
        const model = new WrittenModel(attempts === 1 ? [program, { text: "end" }] : [{ text: "end" }]);
        const messages = [{ role: "user", content: "go" }] as const;
        return runTurn({ run, conversation, store, config: { model, tools: [tool, slow, send], logger }, messages });
      },
    });
    onTestFinished(() => host.close());
    const runId = crypto.randomUUID();
    await host.start({ conversation: alice, runId, input: null });
    await expect.poll(() => store.approvals.list().length).toBe(1);
    await pause(2_000);
    expect(attempts).toBe(1);
    const approvalId = store.approvals.list()[0]?.approvalId ?? "";
    store.decide(approvalId, { approve: true });
    await host.answer(approvalAddress(runId, approvalId), null);
    expect(await host.result(runId)).toMatchObject({ stopReason: "stop" });
    expect(attempts).toBe(1);
  });
});
