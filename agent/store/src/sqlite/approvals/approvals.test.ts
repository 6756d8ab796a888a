import { ActivityStream, type ApprovalDecision, defineTool, resumeToolLoop, runToolLoop } from "@toolwright/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { eventsOf } from "../../../../../runtime/core/test/journal-contract.ts";
import { KeptLog, WrittenModel } from "../../../../../runtime/core/test/support.ts";
import { alice, clockAt, freshFile, freshStore, pay, question } from "../../../test/making.ts";
import { openStore, type SqliteStore } from "../open-store.ts";

function asking(store: SqliteStore, id: string, extra: Parameters<typeof question>[1] = {}, tool = pay) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  return { stop, answer: store.approvals.approver(alice).approve(question(id, extra), tool, stop.signal) };
}

const yes = (approvalId: string): ApprovalDecision => ({ approvalId, approve: true });
const ids = (store: SqliteStore) => store.approvals.list().map(({ approvalId }) => approvalId);

describe("stored approvals", () => {
  it("are limited in number; expired ones make room", async () => {
    const clock = clockAt(0);
    const store = freshStore({ now: clock.now, limits: { pendingApprovals: 2 } });
    asking(store, "a", { expiresAt: 10 });
    asking(store, "b");
    await expect(asking(store, "c").answer).rejects.toMatchObject({ code: "limit" });
    clock.time = 11;
    asking(store, "d");
    expect(ids(store)).toEqual(["b", "d"]);
  });

  it("are remembered, and their audit is, up to a limit", async () => {
    const store = freshStore({ limits: { auditRows: 5 } });
    for (let n = 0; n < 20; n += 1) {
      const { answer } = asking(store, `a${n}`);
      store.approvals.claim(yes(`a${n}`));
      await answer;
      store.approvals.claim(yes(`forged${n}`));
    }
    expect(store.approvals.audit()).toHaveLength(5);
    expect(store.approvals.claim(yes("a0"))).toEqual({ outcome: "unknown" });
    expect(store.approvals.claim(yes("a19"))).toEqual({ outcome: "used" });
  });
});

describe("an approval that outlives its process", () => {
  const input = [{ role: "user", content: "pay" }] as const;
  const calls = [{ calls: [{ id: "c1", name: "pay", args: { amount: 5 } }] }];
  let paid: unknown[] = [];
  const tool = defineTool({
    name: "pay",
    description: "",
    input: { type: "object" },
    effects: "write",
    requiresConfirmation: true,
    execute: (args) => {
      paid.push(args);
      return "paid";
    },
  });

  /** Starts a run that asks, and closes its store as the end of a process would. */
  async function asked(file: string): Promise<string> {
    paid = [];
    const store = openStore({ file, pollMs: 5 });
    const config = { model: new WrittenModel(calls), tools: [tool], logger: new KeptLog() };
    const activity = new ActivityStream(store.journal(alice));
    const running = runToolLoop({ ...config, activity, approver: store.approvals.approver(alice) }, input);
    while (store.approvals.list().length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    const [pending] = store.approvals.list();
    store.close();
    await running;
    return pending?.approvalId ?? "";
  }

  function resumed(store: SqliteStore) {
    const model = new WrittenModel([{ text: "the end" }]);
    const activity = new ActivityStream(store.journal(alice));
    const approver = store.approvals.approver(alice);
    return resumeToolLoop({ model, tools: [tool], activity, approver, logger: new KeptLog() });
  }

  it("waits in the store, is answered, and then the resumed run goes on without asking", async () => {
    const file = freshFile();
    const approvalId = await asked(file);
    const store = openStore({ file, pollMs: 5 });
    onTestFinished(() => store.close());
    expect(ids(store)).toEqual([approvalId]);
    expect(store.threads.interrupted()).toEqual([alice]);
    const edited = { approvalId, approve: true, arguments: { amount: 4 } } as const;
    expect(store.approvals.claim(edited)).toMatchObject({ outcome: "accepted" });
    expect(await resumed(store)).toMatchObject({ stopReason: "stop", content: "the end" });
    expect(paid).toEqual([{ amount: 4 }]);
    const events = await eventsOf(store.journal(alice));
    expect(new Set(events.flatMap(({ type, data }) => (type === "approval_request" ? [data.approvalId] : [])))).toEqual(
      new Set([approvalId]),
    );
  });

  it("keeps its answer when another one, which had no effect, is recorded before the run is taken up", async () => {
    const file = freshFile();
    const approvalId = await asked(file);
    const store = openStore({ file, pollMs: 5 });
    onTestFinished(() => store.close());
    store.approvals.claim(yes(approvalId));
    const activity = new ActivityStream(store.journal(alice));
    await activity.sync();
    await activity.emit("approval_decision", { approvalId, toolCallId: "c1", approve: false, ignored: "used" });
    expect(await resumed(store)).toMatchObject({ stopReason: "stop" });
    expect(paid).toEqual([{ amount: 5 }]);
  });

  it("can also be answered after the run was taken up", async () => {
    const file = freshFile();
    const approvalId = await asked(file);
    const store = openStore({ file, pollMs: 5 });
    onTestFinished(() => store.close());
    const running = resumed(store);
    while (store.threads.get(alice)?.status !== "waiting") await new Promise((resolve) => setTimeout(resolve, 2));
    store.approvals.claim({ approvalId, approve: false, reason: "too much" });
    expect(await running).toMatchObject({ stopReason: "stop" });
    expect(paid).toEqual([]);
  });
});
