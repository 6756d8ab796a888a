import { DatabaseSync } from "node:sqlite";
import { ActivityStream } from "@toolwright/core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { eventsOf, warning } from "../../../../runtime/core/test/journal-contract.ts";
import { alice, freshFile, freshStore, pay, question } from "../../test/making.ts";
import { completeLimits } from "../port/store-limits.ts";
import { OwnLeases } from "../rules/journal/own-leases.ts";
import { ChangeBell } from "./change-bell.ts";
import { Database } from "./database/database.ts";
import { openDatabase } from "./database/open-database.ts";
import { SqliteJournal } from "./journal/stored-journal.ts";
import { RunUpkeep } from "./run-upkeep.ts";

const EVENTS = 100_000;

/** A journal over a database whose work is counted. */
function watched() {
  const database = openDatabase({ file: freshFile(), busyTimeoutMs: 5_000, maxBytes: 2 ** 33 });
  onTestFinished(() => database.close());
  let rows = 0;
  const take = database.take.bind(database);
  database.take = (sql, values, isEnough) => {
    const taken = take(sql, values, isEnough);
    rows += taken.length;
    return taken;
  };
  const limits = completeLimits();
  const others = { limits, upkeep: new RunUpkeep(database, limits), now: Date.now, onArchived: () => undefined };
  const core = { database, bell: new ChangeBell(database, 100), ...others };
  const ownLeases = new OwnLeases({ acquire: () => undefined, isOpen: () => false });
  return { database, journal: () => new SqliteJournal(core, alice, { ownLeases }), rows: () => rows };
}

describe("a journal of 100,000 events", () => {
  it("is appended to, continued and read from its end without touching what came before", async () => {
    const { database, journal, rows } = watched();
    const before = database.commits;
    const first = journal();
    await Promise.all(Array.from({ length: EVENTS }, (_, n) => first.append(warning(n + 1))));
    expect(database.commits - before).toBe(1);

    const statements = database.statements.length;
    const stream = new ActivityStream(journal());
    await stream.sync();
    expect(stream.seq).toBe(EVENTS);
    await stream.emit("warning", { code: "c", message: "m" });
    expect(rows()).toBe(0);
    expect(database.statements.length - statements).toBeLessThan(5);

    expect(await eventsOf(journal(), EVENTS - 5)).toHaveLength(6);
    expect(rows()).toBe(6);
    for await (const { seq } of journal().read()) if (seq === 300) break;
    // Two pages, not the whole.
    expect(rows()).toBe(6 + 512);
  });

  it("is shown a run at a time, without the histories that its runs began with", async () => {
    const { database, journal, rows } = watched();
    const first = journal();
    const said = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ role: "user", content: `${n}` }) as const);
    for (let run = 0; run < 300; run += 1) {
      const about = { id: "e", time: 0, runId: `r${run}` };
      const history = said(run).flatMap((message) => [message, { role: "assistant", content: "a" } as const]);
      const input = [...history, { role: "user", content: `new ${run}` } as const];
      void first.append({ ...about, seq: run * 10 + 1, type: "run_start", data: { input, model: "m" } });
      await first.append({ ...about, seq: run * 10 + 2, type: "warning", data: { code: "c", message: "" } });
    }
    const listed = journal().runs({ limit: 2 });
    expect(listed).toEqual([
      { runId: "r299", seq: 2991 },
      { runId: "r298", seq: 2981 },
    ]);
    expect(journal().runs({ before: 2981, limit: 1 })).toEqual([{ runId: "r297", seq: 2971 }]);
    expect(rows()).toBe(0);
    let looked = 0;
    const { first: look } = database;
    database.first = (sql, ...values) => {
      looked += /FROM messages/.test(sql) ? 1 : 0;
      return look.call(database, sql, ...values);
    };
    const shown = [];
    for await (const one of journal().excerpt({ after: 2980, before: 2991 })) shown.push(one);
    expect(rows()).toBe(2);
    expect(looked).toBe(2);
    expect(shown[0]).toMatchObject({
      messages: 597,
      event: { type: "run_start", data: { input: [{ role: "user", content: "new 298" }] } },
    });
    expect(shown[1]).toMatchObject({ event: { seq: 2982, type: "warning" } });
  });

  it("is read whole in pages", async () => {
    const { journal, rows } = watched();
    const first = journal();
    await Promise.all(Array.from({ length: 5_000 }, (_, n) => first.append(warning(n + 1))));
    let count = 0;
    for await (const { seq } of journal().read()) expect(seq).toBe((count += 1));
    expect(count).toBe(5_000);
    expect(rows()).toBe(5_000);
  });

  it("holds no more than a page of large events", async () => {
    const { journal, rows } = watched();
    const first = journal();
    for (let seq = 1; seq <= 10; seq += 1) await first.append(warning(seq, "x".repeat(2_000_000)));
    for await (const { seq } of journal().read()) if (seq === 1) break;
    expect(rows()).toBe(1);
  });
});

describe("every statement of a store", () => {
  it("finds its rows by an index: none goes through a table that grows with use", async () => {
    const seen = new Set<string>();
    const { close } = Database.prototype;
    vi.spyOn(Database.prototype, "close").mockImplementation(function (this: Database) {
      for (const sql of this.statements) seen.add(sql);
      close.call(this);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const file = await useEverything();
    const database = new DatabaseSync(file, { readOnly: true });
    const scans: string[] = [];
    for (const sql of seen) {
      if (!/^\s*(SELECT|UPDATE|DELETE|INSERT)/.test(sql)) continue;
      const plan = database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => String(detail));
      for (const detail of plan) {
        if (
          /^SCAN/.test(detail) &&
          !/USING (COVERING )?INDEX|sqlite_(master|schema)|said_parts VIRTUAL|pragma_\w+|open_runs|approval_audit|listed|output_total|identity|CONSTANT/.test(
            detail,
          )
        ) {
          scans.push(`${detail}: ${sql}`);
        }
      }
    }
    database.close();
    expect(seen.size).toBeGreaterThan(40);
    expect(scans).toEqual([]);
  });
});

async function useEverything(): Promise<string> {
  const store = freshStore({ limits: { threads: 3, threadAgeMs: 1_000_000, outputBytes: 2_000 } });
  const { threads, approvals, leases, summaries, outputs } = store;
  for (const chatId of ["alice", "a", "b", "c"]) threads.create({ channel: "web", chatId });
  const lease = leases.acquire(alice);
  lease?.renew();
  const activity = new ActivityStream(store.journal(alice, { lease }));
  await activity.emit("run_start", { input: [{ role: "user", content: "x" }], model: "m" }, { runId: "r" });
  const stop = new AbortController();
  const asked = approvals.approver(alice).approve(question("a"), pay, stop.signal);
  approvals.list({ conversation: alice });
  approvals.claim({ approvalId: "a", approve: true });
  await asked;
  threads.requestStop(alice);
  threads.stopRequests();
  threads.mark(alice, { pinned: true });
  await threads.search({ channel: "web", words: "x y" });
  await threads.begunWith({ channel: "web", message: { role: "user", content: "x" } });
  await activity.emit("approval_decision", { approvalId: "a", approve: true, toolCallId: "c" }, { runId: "r" });
  approvals.claim({ approvalId: "a", approve: true });
  approvals.audit({ conversation: alice });
  await activity.emit(
    "done",
    { stopReason: "stop", iterations: 0, usage: { inputTokens: 0, outputTokens: 0 } },
    { runId: "r" },
  );
  for await (const _ of store.journal(alice).lastRun());
  for await (const _ of store.journal(alice).excerpt());
  store.journal(alice).runs();
  threads.usage(alice);
  for (const text of ["1", "2"]) outputs.lines((await outputs.save(text.repeat(1_500), alice)).id, alice);
  outputs.recent(alice, 5);
  summaries.list({ conversation: alice });
  summaries.totals(alice);
  threads.list({ channel: "web" });
  threads.interrupted();
  threads.open({ channel: "web" });
  store.changes.since(store.changes.last());
  threads.rename(alice, "x");
  threads.configure(alice, {});
  threads.settings(alice);
  lease?.release();
  threads.delete(alice);
  store.close();
  return store.file;
}
