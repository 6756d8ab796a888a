import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import type { DurableHandler, JournalEvent, ModelPort } from "@toolwright/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { toolOf } from "../../../../runtime/core/test/making.ts";
import { type Answer, WrittenModel } from "../../../../runtime/core/test/support.ts";
import { quickFolder } from "../../test/quick-folder.ts";
import { createLocalHost } from "../local-host/create-local-host.ts";
import { openStore } from "../sqlite/open-store.ts";
import { runTurn } from "./run-turn.ts";
import { retryAddress } from "./turn-lease.ts";

const conversation = { channel: "web", chatId: "1" };
const logger = { debug() {}, info() {}, warn() {}, error() {} };
const calling: Answer = { calls: [{ id: "c1", name: "send" }] };
const turn = { conversation, runId: "the-run", input: "go" };

function scene() {
  const folder = quickFolder("toolwright-turn-");
  const store = openStore({ file: join(folder, "store.db"), pollMs: 10 });
  onTestFinished(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });
  const sent: string[] = [];
  const send = toolOf("send", (_, { toolCallId }) => `sent ${sent.push(toolCallId)}`, {
    effects: "external",
    requiresConfirmation: true,
  });
  const host = (model: ModelPort, turns = "turns.db") => {
    const handler: DurableHandler = (run, { input }) =>
      runTurn({
        run,
        conversation,
        store,
        config: { model, tools: [send], logger },
        messages: [{ role: "user", content: String(input) }],
      });
    const opened = createLocalHost({ file: join(folder, turns), handler });
    onTestFinished(() => opened.close());
    return opened;
  };
  const events = async () => {
    const all: JournalEvent[] = [];
    for await (const event of store.journal(conversation).read()) all.push(event);
    return all;
  };
  return { store, sent, host, events };
}

/** A turn whose call has ended three processes, and the host that has it now. */
async function quarantined() {
  const { store, sent, host, events } = scene();
  const model = new WrittenModel([calling, { text: "Done." }]);
  const first = host(model);
  await first.start(turn);
  await expect.poll(() => store.approvals.list()).toHaveLength(1);
  await first.close();
  const database = new DatabaseSync(store.file);
  const deaths = [1, 2, 3].map((n) => ({ token: `t${n}`, at: 1, seq: 100 }));
  database.prepare("UPDATE open_runs SET deaths = ?").run(JSON.stringify(deaths));
  database.close();
  const [question] = store.approvals.list();
  store.approvals.claim({ approvalId: question?.approvalId ?? "", approve: true });
  const second = host(model);
  const status = () => store.threads.get(conversation)?.status;
  // It would have begun by then.
  await pause(200);
  expect([status(), sent]).toEqual(["quarantined", []]);
  return { store, sent, host: second, events };
}

describe("a turn that is quarantined", () => {
  it("waits until its address is answered, and then goes on", async () => {
    const { store, sent, host } = await quarantined();
    const address = retryAddress("the-run", store.journal(conversation).lastSeq());
    expect(await host.answer(address, null)).toBe("taken");
    expect(await host.result("the-run")).toMatchObject({ stopReason: "stop" });
    expect(sent).toEqual(["c1"]);
  });

  it("runs nothing where somebody has asked the store to stop it", async () => {
    const { store, sent, host } = await quarantined();
    const address = retryAddress("the-run", store.journal(conversation).lastSeq());
    store.threads.requestStop(conversation);
    expect(await host.answer(address, null)).toBe("taken");
    expect(await host.result("the-run")).toMatchObject({ stopReason: "aborted" });
    expect(sent).toEqual([]);
  });

  it("ends when it is cancelled, and runs nothing", async () => {
    const { sent, host } = await quarantined();
    await host.cancel("the-run");
    expect(await host.result("the-run")).toMatchObject({ stopReason: "aborted" });
    expect(sent).toEqual([]);
  });
});

describe("a turn with a loop", () => {
  it("is in the journal under its id, and not run again where it has ended", async () => {
    const { host, events } = scene();
    const model = new WrittenModel([{ text: "Done." }]);
    const first = host(model);
    await first.start(turn);
    expect(await first.result("the-run")).toMatchObject({ stopReason: "stop", iterations: 1 });
    expect(new Set((await events()).map(({ runId }) => runId))).toEqual(new Set(["the-run"]));
    // An engine that has lost everything starts it again.
    const other = host(model, "other.db");
    await other.start(turn);
    expect(await other.result("the-run")).toEqual(await first.result("the-run"));
    expect(model.requests).toHaveLength(1);
  });

  it("is not run again by an attempt that comes when later turns have ended", async () => {
    const { host, events } = scene();
    const model = new WrittenModel([{ text: "Done." }, { text: "Done, too." }]);
    const first = host(model);
    for (const runId of ["the-run", "a-later-run"]) {
      await first.start({ ...turn, runId });
      await first.result(runId);
    }
    const before = await events();
    const other = host(model, "other.db");
    await other.start(turn);
    expect(await other.result("the-run")).toEqual(await first.result("the-run"));
    expect(await events()).toEqual(before);
  });

  it("keeps its question when its process goes, and goes on with the answer in another one", async () => {
    const { store, sent, host, events } = scene();
    const first = host(new WrittenModel([calling]));
    await first.start(turn);
    await expect.poll(() => store.approvals.list()).toHaveLength(1);
    const before = await events();
    await first.close();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await events()).toEqual(before);
    const [question] = store.approvals.list();
    const decision = { approvalId: question?.approvalId ?? "", approve: true } as const;
    expect([store.approvals.claim(decision).outcome, store.approvals.claim(decision).outcome]).toEqual([
      "accepted",
      "used",
    ]);
    const second = host(new WrittenModel([{ text: "Sent." }]));
    expect(await second.result("the-run")).toMatchObject({ stopReason: "stop", iterations: 2 });
    expect(sent).toEqual(["c1"]);
    expect((await events()).filter(({ type }) => type === "approval_request").length).toBeLessThanOrEqual(2);
  });

  it("ends when it is stopped, and takes its question back", async () => {
    const { store, sent, host, events } = scene();
    const first = host(new WrittenModel([calling]));
    await first.start(turn);
    await expect.poll(() => store.approvals.list()).toHaveLength(1);
    await first.cancel("the-run");
    expect(await first.result("the-run")).toMatchObject({ stopReason: "aborted" });
    expect(store.approvals.list()).toEqual([]);
    expect(sent).toEqual([]);
    expect((await events()).at(-1)?.type).toBe("done");
  });
});
