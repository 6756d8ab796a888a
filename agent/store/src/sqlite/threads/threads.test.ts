import { DatabaseSync } from "node:sqlite";
import { ActivityStream } from "@toolwright/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { eventsOf, warning } from "../../../../../runtime/core/test/journal-contract.ts";
import { alice, bob, clockAt, freshStore, pay, question } from "../../../test/making.ts";
import { openStore, type SqliteStore } from "../open-store.ts";

const usage = { inputTokens: 0, outputTokens: 0 };

/** The beginning and the end of runs in a conversation. */
function runsOf(store: SqliteStore, chatId: string) {
  const activity = new ActivityStream(store.journal({ channel: "web", chatId }));
  return {
    begin: async (runId: string, parentId?: string) => {
      await activity.sync();
      await activity.emit("run_start", { input: [], model: "m" }, { runId, parentId });
    },
    end: (runId: string) => activity.emit("done", { stopReason: "stop", iterations: 0, usage }, { runId }),
  };
}

const idsOf = (store: SqliteStore) =>
  store.threads.list({ channel: "web", limit: 200 }).threads.map(({ conversation }) => conversation.chatId);

describe("threads", () => {
  it("are on one page when they fit exactly, and at most 200 on any", () => {
    const { threads } = freshStore();
    for (let n = 0; n < 201; n += 1) threads.create({ channel: "web" });
    expect(threads.list({ channel: "web", limit: 1_000 }).threads).toHaveLength(200);
    expect(threads.list({ channel: "none" })).toEqual({ threads: [] });
    threads.create({ channel: "two" });
    threads.create({ channel: "two" });
    expect(threads.list({ channel: "two", limit: 2 }).next).toBeUndefined();
  });

  it.each(["", "x", "1 OR 1", "-1", "1e3", "9".repeat(30)])("refuse the cursor %j", (cursor) => {
    const { threads } = freshStore();
    expect(() => threads.list({ channel: "web", cursor })).toThrow(expect.objectContaining({ code: "bad_cursor" }));
  });

  it("say whether they run, wait for an answer, were broken off, or do nothing", async () => {
    const store = freshStore();
    const status = () => store.threads.get({ channel: "web", chatId: "t" })?.status;
    const conversation = { channel: "web", chatId: "t" };
    const lease = store.leases.acquire(conversation);
    const runs = runsOf(store, "t");
    await runs.begin("r");
    expect(status()).toBe("running");
    await runs.begin("inner", "call");
    await runs.end("inner");
    expect(status()).toBe("running");
    const stop = new AbortController();
    const asked = store.approvals.approver(conversation).approve(question("a"), pay, stop.signal);
    expect(status()).toBe("waiting");
    stop.abort();
    await asked;
    expect(status()).toBe("running");
    lease?.release();
    expect(status()).toBe("interrupted");
    expect(store.threads.interrupted()).toEqual([conversation]);
    expect(store.threads.interrupted({ channel: "cli" })).toEqual([]);
    await runs.end("r");
    expect(status()).toBe("idle");
    expect(store.threads.interrupted()).toEqual([]);
  });

  it("that run are not deleted; all else of a deleted one is gone", async () => {
    const store = freshStore();
    const lease = store.leases.acquire(alice);
    await store.journal(alice).append(warning(1));
    const { id } = await store.outputs.save("text", alice);
    const kept = await store.outputs.save("text", bob);
    expect(store.threads.delete(alice)).toBe("running");
    lease?.release();
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const asked = store.approvals.approver(alice).approve(question("a"), pay, stop.signal);
    expect(store.threads.delete(alice)).toBe("deleted");
    expect(await asked).toMatchObject({ approve: false });
    expect(store.approvals.get("a")).toBeUndefined();
    expect(store.outputs.lines(id, alice)).toBeUndefined();
    expect(store.outputs.lines(kept.id, bob)).toBeDefined();
    expect(await eventsOf(store.journal(alice))).toEqual([]);
  });
});

describe("a deleted thread", () => {
  it("leaves no row behind, but what holds nothing that was said", async () => {
    const store = freshStore();
    const runs = runsOf(store, "alice");
    await runs.begin("r");
    await runs.end("r");
    const lease = store.leases.acquire(alice);
    await store.journal(alice, { lease }).append({
      ...{ id: "e", seq: 9, time: 0, runId: "r2", type: "run_start" },
      data: { input: [{ role: "user", content: "hello" }], model: "m" },
    });
    await store.outputs.save("text", alice);
    store.approvals.claim({ approvalId: "forged", approve: true });
    expect((await store.threads.search({ channel: "web", words: "hello" })).found).toHaveLength(1);
    lease?.release();
    store.threads.delete(alice);
    const database = new DatabaseSync(store.file, { readOnly: true });
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const left = tables
      .map(({ name }) => String(name))
      .filter((name) => database.prepare(`SELECT 1 FROM ${name}`).get() !== undefined);
    const total = database.prepare("SELECT bytes FROM output_total").get();
    const words = database.prepare("SELECT count(*) AS n FROM said_parts_data WHERE instr(block, 'ell') > 0").get();
    database.close();
    const empty = ["said_parts_config", "said_parts_data", "said_parts_idx"];
    expect(left.toSorted()).toEqual([
      "approval_audit",
      "changes",
      "identity",
      "output_total",
      ...empty,
      "sqlite_sequence",
    ]);
    expect(words).toEqual({ n: 0 });
    expect(total).toEqual({ bytes: 0 });
  });
});

describe("too many threads", () => {
  it("are any number where no limit is given: not even the 10,001st takes one away", () => {
    const store = freshStore();
    const other = new DatabaseSync(store.file);
    other.exec(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
      INSERT INTO threads (channel, chat_id, title, created_at, updated_at, touched)
      SELECT 'web', n, '', 0, 0, n FROM numbers`);
    other.close();
    store.threads.create(alice);
    expect(idsOf(store)[0]).toBe("alice");
    expect(store.threads.get({ channel: "web", chatId: "1" })).toMatchObject({ status: "idle" });
    expect(store.counts()).toEqual({ threadsArchived: 0 });
  });

  it("put away the idle ones that were not used for the longest time, and the log says so", async () => {
    const said: unknown[] = [];
    const logger = { debug() {}, info() {}, error() {}, warn: (...line: unknown[]) => void said.push(line) };
    const store = freshStore({ limits: { threads: 3 }, logger });
    for (const chatId of ["a", "b", "c"]) store.threads.create({ channel: "web", chatId });
    await runsOf(store, "a").begin("r");
    store.threads.create({ channel: "web", chatId: "d" });
    expect(idsOf(store)).toEqual(["d", "a", "c"]);
    await store.journal({ channel: "web", chatId: "e" }).append(warning(1));
    expect(idsOf(store)).toEqual(["e", "d", "a"]);
    expect(store.threads.list({ channel: "web", archived: true }).threads).toHaveLength(2);
    expect(said).toEqual([
      [expect.stringContaining("put away"), { archived: 1, limit: 3 }],
      [expect.stringContaining("put away"), { archived: 1, limit: 3 }],
    ]);
  });

  it("are refused when each of them runs or is held", async () => {
    const store = freshStore({ limits: { threads: 2 } });
    await runsOf(store, "a").begin("r");
    store.threads.create(bob);
    store.leases.acquire(bob);
    expect(() => store.threads.create({ channel: "web" })).toThrow(expect.objectContaining({ code: "limit" }));
    const append = store.journal({ channel: "web", chatId: "c" }).append(warning(1));
    await expect(append).rejects.toMatchObject({ code: "limit" });
    expect(idsOf(store).toSorted()).toEqual(["a", "bob"]);
  });

  it("are pushed out by their age where one is given", () => {
    const clock = clockAt(0);
    const file = freshStore().file;
    const store = openStore({ file, now: clock.now, limits: { threadAgeMs: 1_000 } });
    onTestFinished(() => store.close());
    store.threads.create(alice);
    clock.time = 900;
    store.threads.create(bob);
    clock.time = 1_500;
    store.threads.create({ channel: "web", chatId: "new" });
    expect(idsOf(store)).toEqual(["new", "bob"]);
  });
});
