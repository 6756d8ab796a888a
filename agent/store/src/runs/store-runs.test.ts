import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { createBudget, type DependencyKey, type Tool } from "@toolwright/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { toolOf } from "../../../../runtime/core/test/making.ts";
import { type Answer, WrittenModel } from "../../../../runtime/core/test/support.ts";
import { alice, freshStore } from "../../test/making.ts";
import type { Leases } from "../port/leases.ts";
import { StoreError } from "../port/store-error.ts";
import { openStore, type SqliteStore } from "../sqlite/open-store.ts";
import { storeRuns } from "./store-runs.ts";

const logger = { debug() {}, info() {}, warn() {}, error() {} };

function scene() {
  const ran: string[] = [];
  const send: Tool = toolOf(
    "send",
    async (_, { toolCallId }) => {
      ran.push(toolCallId);
      await pause(Math.random() * 5);
      return "sent";
    },
    { effects: "external", requiresConfirmation: true },
  );
  const config = (answers: readonly Answer[] = [{ text: "end" }]) => ({
    model: new WrittenModel(answers),
    tools: [send],
    logger,
    waiting: "return" as const,
  });
  return { ran, config };
}

const sending = (ids: readonly string[]): Answer => ({
  calls: ids.map((id, n) => ({ id, name: "send", args: { n } })),
});

describe("a run that waits in no process", () => {
  it("goes on where it is when somebody answers in the moment that it is left", async () => {
    const store = freshStore();
    const { ran, config } = scene();
    const { storeRuns: answering, answered } = answeringAsItParks(store);
    const ended = await answering.run(alice, config([sending(["a"]), { text: "end" }]), "go");
    expect(ended).toMatchObject({ stopReason: "stop", questions: [] });
    expect([ran, answered]).toEqual([["a"], ["accepted"]]);
  });

  it("is in the hands of one process, and no answer is lost, however many answer and resume at once", async () => {
    let conflicts = 0;
    for (let round = 0; round < 25; round += 1) {
      const one = freshStore({ pollMs: 5 });
      const others = [0, 1].map(() => openStore({ file: one.file, pollMs: 5 }));
      for (const other of others) onTestFinished(() => other.close());
      const { ran, config } = scene();
      const ids = Array.from({ length: 2 + (round % 3) }, (_, n) => `c${n}`);
      const { questions } = await one.run(alice, config([sending(ids)]), "go");
      const answering = questions.map(async ({ approvalId }, n) => {
        const store = [one, ...others][n % 3] ?? one;
        await pause(Math.random() * 12);
        expect(store.decide(approvalId, { approve: true }).outcome).toBe("accepted");
        await store.resume(alice, config()).catch((error) => {
          if (!StoreError.isInstance(error) || error.code !== "conflict") throw error;
          conflicts += 1;
        });
      });
      await Promise.all(answering);
      // An answer that came with the end of the other's run is taken up as one of a dead process is.
      for (const conversation of one.threads.interrupted()) await one.resume(conversation, config());
      expect(ran.toSorted()).toEqual(ids);
      expect(one.threads.get(alice)?.status).toBe("idle");
    }
    expect(conflicts).toBeGreaterThan(0);
  });
});

describe("a run that is resumed", () => {
  it("leaves its questions to the process that has taken its lease", async () => {
    const store = freshStore();
    const other = openStore({ file: store.file, pollMs: 10 });
    onTestFinished(() => other.close());
    const { config } = scene();
    const { waiting: _, ...waiting } = config([sending(["a"])]);
    const hanging = store.run(alice, waiting, "go");
    await expect.poll(() => store.approvals.list()).toHaveLength(1);
    changed(store.file, `UPDATE leases SET holder = '["elsewhere", 1, "1"]', expires_at = 0, boot = NULL`);
    const { questions } = await other.resume(alice, config());
    // The first process hears of it when it renews its lease.
    expect(await hanging).toMatchObject({ stopReason: "error", error: { code: "journal_failed" } });
    expect([questions.length, other.approvals.list()]).toEqual([1, questions]);
  });

  it("spends of one budget once, and no time while it waits in no process", async () => {
    const store = freshStore();
    const { config } = scene();
    const budget = createBudget({ maxTokens: 1_000 });
    let result = await store.run(alice, { ...config([sending(["a"])]), budget }, "go");
    const { seconds } = budget.spent;
    await pause(50);
    expect(budget.spent).toMatchObject({ tokens: 2, seconds });
    for (const next of [sending(["b"]), { text: "end" }]) {
      for (const { approvalId } of result.questions) store.decide(approvalId, { approve: true });
      result = await store.resume(alice, { ...config([next]), budget });
    }
    expect([result.iterations, result.usage, budget.spent.tokens]).toEqual([3, { inputTokens: 3, outputTokens: 3 }, 6]);
  });

  it("has of a new budget what it has used in other processes", async () => {
    const store = freshStore();
    const { config } = scene();
    const first = createBudget({ maxTokens: 1_000 });
    const { questions } = await store.run(alice, { ...config([sending(["a"])]), budget: first }, "go");
    for (const { approvalId } of questions) store.decide(approvalId, { approve: true });
    const second = createBudget({ maxTokens: 1_000 });
    const again = await store.resume(alice, { ...config([sending(["b"])]), budget: second });
    for (const { approvalId } of again.questions) store.decide(approvalId, { approve: true });
    await store.resume(alice, { ...config(), budget: first });
    expect([second.spent.tokens, first.spent.tokens]).toEqual([4, 6]);
  });

  it("has used what its calls have used on models of their own before, also of another budget", async () => {
    const store = freshStore();
    const { config } = scene();
    const ask = toolOf(
      "ask",
      (_, context) => {
        context.addUsage({ inputTokens: 10, outputTokens: 5 });
        return "asked";
      },
      { effects: "external" },
    );
    const asking = { calls: [{ id: "m", name: "ask" }, ...(sending(["a"]).calls ?? [])] };
    const given = (answers?: readonly Answer[]) => ({ ...config(answers), tools: [...config().tools, ask] });
    const first = createBudget({ maxTokens: 1_000 });
    const { questions, usage } = await store.run(alice, { ...given([asking]), budget: first }, "go");
    for (const { approvalId } of questions) store.decide(approvalId, { approve: true });
    const second = createBudget({ maxTokens: 1_000 });
    const ended = await store.resume(alice, { ...given([sending(["b"])]), budget: second });
    for (const { approvalId } of ended.questions) store.decide(approvalId, { approve: true });
    const last = await store.resume(alice, { ...given(), budget: first });
    expect([usage, ended.usage, last.usage]).toEqual([
      { inputTokens: 11, outputTokens: 6 },
      { inputTokens: 12, outputTokens: 7 },
      { inputTokens: 13, outputTokens: 8 },
    ]);
    expect([second.spent.tokens, first.spent.tokens, store.threads.usage(alice)]).toEqual([19, 21, last.usage]);
  });

  it("has disposed of what its tools have resolved when it waits", async () => {
    const store = freshStore();
    const { config } = scene();
    const log: string[] = [];
    const DATABASE: DependencyKey<string> = {
      id: "database",
      scope: "run",
      create: () => `connection ${log.push("opened")}`,
      dispose: () => void log.push("closed"),
    };
    const look = toolOf("look", (_, context) => context.resolve(DATABASE), { effects: "read" });
    const given = config([{ calls: [{ id: "l", name: "look" }, ...(sending(["a"]).calls ?? [])] }]);
    const { stopReason } = await store.run(alice, { ...given, tools: [...given.tools, look] }, "go");
    expect([stopReason, log]).toEqual(["waiting", ["opened", "closed"]]);
  });

  it("counts its summaries, also while it waits", async () => {
    const store = freshStore();
    const { config } = scene();
    const compaction = { windowTokens: 220, keepTokens: 30 };
    await store.run(alice, config([{ text: "x".repeat(400) }]), "y".repeat(400));
    const answers = [{ text: "All x and y." }, sending(["a"])];
    const { iterations, usage } = await store.run(alice, { ...config(answers), compaction }, "go");
    expect([iterations, usage]).toEqual([1, { inputTokens: 2, outputTokens: 2 }]);
  });
});

describe("a run that cannot be", () => {
  it.each([
    [undefined, {}, /messages\[0\]: a message is \{ role, content \}, got undefined/],
    [{ role: "user" }, {}, /messages\[0\]: content must be a string/],
    [["hi"], {}, /messages\[0\]: a message is .* got "hi"/],
    ["hi", { signal: 5 }, /store.run: signal must be an AbortSignal, got 5/],
    ["hi", { maxIterations: -1 }, /maxIterations must be/],
    ["hi", { maxSteps: 3 }, /no option "maxSteps"; here it is maxIterations/],
    ["hi", { model: undefined }, /model/],
    ["hi", { trim: { keepTurns: "all" } }, /trim of the configuration/],
  ])("with the message %o and %o says so, and makes no thread", async (message, extra, problem) => {
    const store = freshStore();
    const { config } = scene();
    const run = Reflect.apply(store.run, undefined, [alice, { ...config(), ...extra }, message]);
    await expect(run).rejects.toThrow(problem);
    await expect(run).rejects.toBeInstanceOf(TypeError);
    expect([store.threads.get(alice), store.leases.holder(alice)]).toEqual([undefined, undefined]);
  });
});

/** Changes a store behind its back. */
function changed(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

/** Runs whose question is answered after they were left, and before that is stored. */
function answeringAsItParks(store: SqliteStore) {
  const answered: string[] = [];
  const leases: Leases = {
    holder: (conversation) => store.leases.holder(conversation),
    acquire(conversation, options) {
      const lease = store.leases.acquire(conversation, options);
      const park = () => {
        for (const { approvalId } of store.approvals.list())
          answered.push(store.decide(approvalId, { approve: true }).outcome);
        lease?.park();
      };
      return lease && { ...lease, park };
    },
  };
  return { storeRuns: storeRuns({ ...store, leases }), answered };
}
