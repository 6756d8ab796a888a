import { StatementSync } from "node:sqlite";
import { ActivityStream, type JournalEvent, providerHistory, runToolLoop } from "@toolwright/core";
import fc from "fast-check";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { eventsOf, journalContract, warning } from "../../../../../runtime/core/test/journal-contract.ts";
import { KeptLog, WrittenModel } from "../../../../../runtime/core/test/support.ts";
import { alice, bob, freshFile, freshStore } from "../../../test/making.ts";
import { openStore, type SqliteStore } from "../open-store.ts";

describe("kept in one database", () => {
  let store: SqliteStore;
  let count = 0;
  beforeEach(() => {
    store = freshStore();
  });
  // All conversations of a property share it, so that they could also disturb each other.
  journalContract("a stored journal", () => store.journal({ channel: "contract", chatId: String(count++) }));
});

const runStart = (seq: number, runId: string, contents: readonly string[]): JournalEvent => {
  const input = contents.map((content) => ({ role: "user", content }) as const);
  return { id: `e${seq}`, seq, time: seq, runId, type: "run_start", data: { input, model: "m" } };
};

describe("a stored journal", () => {
  it("is still there when the store is opened again, and each conversation has its own", async () => {
    const file = freshFile();
    const first = openStore({ file });
    await first.journal(alice).append(warning(1, "of alice"));
    await first.journal(bob).append(warning(1, "of bob"));
    first.close();
    const second = openStore({ file });
    onTestFinished(() => second.close());
    expect(await eventsOf(second.journal(alice))).toEqual([warning(1, "of alice")]);
    expect(await eventsOf(second.journal(bob))).toEqual([warning(1, "of bob")]);
    expect(await eventsOf(second.journal({ channel: "web", chatId: "nobody" }))).toEqual([]);
  });

  it("does not go on after somebody else has written, even with a number that is free", async () => {
    const store = freshStore();
    const [first, second] = [store.journal(alice), store.journal(alice)];
    await first.append(warning(1));
    expect(second.lastSeq()).toBe(1);
    await second.append(warning(2));
    await expect(first.append(warning(2))).rejects.toMatchObject({ code: "conflict" });
    await expect(first.append(warning(9))).rejects.toMatchObject({ code: "conflict" });
    await second.append(warning(3));
    expect((await eventsOf(first)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it("does not write what it has not heard of: its number was asked for before somebody else wrote", async () => {
    const store = freshStore();
    const [first, second] = [store.journal(alice), store.journal(alice)];
    expect(first.lastSeq()).toBe(0);
    await second.append(warning(1));
    await expect(first.append(warning(2))).rejects.toMatchObject({ code: "conflict" });
    expect(first.lastSeq()).toBe(1);
    await first.append(warning(2));
  });

  it("one refused event takes no event of another conversation with it", async () => {
    const store = freshStore({ limits: { conversationBytes: 2_000 } });
    const bad = store.journal(alice).append(warning(1, "x".repeat(3_000)));
    const good = store.journal(bob).append(warning(1));
    await expect(bad).rejects.toMatchObject({ code: "limit" });
    await good;
    expect(await eventsOf(store.journal(bob))).toHaveLength(1);
  });

  it("stores of events that are given at once what it would store of them one by one", async () => {
    const store = freshStore({ limits: { conversationBytes: 2_000, eventBytes: 1_500 } });
    let threads = 0;
    const storedOf = async (sizes: readonly number[], isAtOnce: boolean) => {
      const journal = store.journal({ channel: "web", chatId: `t${(threads += 1)}` });
      const append = (event: JournalEvent) =>
        journal.append(event).then(
          () => "stored",
          ({ code }) => (code === "too_large" ? code : "refused"),
        );
      const events = sizes.map((size, place) => warning(place + 1, "x".repeat(size)));
      const told: string[] = isAtOnce ? await Promise.all(events.map(append)) : [];
      if (!isAtOnce) for (const event of events) told.push(await append(event));
      return { told, seqs: (await eventsOf(journal)).map(({ seq }) => seq) };
    };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(1, 300, 900, 1_500), { minLength: 1, maxLength: 6 }), async (sizes) => {
        const atOnce = await storedOf(sizes, true);
        const alone = await storedOf(sizes, false);
        // Behind one that is refused nothing is stored that was given before that was known.
        const whole = alone.told.findIndex((told) => told !== "stored");
        const count = whole === -1 ? sizes.length : whole;
        expect(atOnce.seqs).toEqual(alone.seqs.slice(0, count));
        expect(atOnce.told.slice(0, count)).toEqual(alone.told.slice(0, count));
        expect(atOnce.told.slice(count)).not.toContain("stored");
      }),
      { numRuns: 40 },
    );
  });

  it("goes on behind an event that was still to be stored when the one after it was refused", async () => {
    const journal = freshStore({ limits: { eventBytes: 1_500 } }).journal(alice);
    await journal.append(warning(1));
    const told = await Promise.allSettled([journal.append(warning(2)), journal.append(warning(3, "x".repeat(2_000)))]);
    expect(told.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await journal.append(warning(4));
    expect((await eventsOf(journal)).map(({ seq }) => seq)).toEqual([1, 2, 4]);
  });

  it("takes the places of events that are given at once with one statement", async () => {
    const store = freshStore();
    const journal = store.journal(alice);
    await journal.append(warning(1));
    const statements = vi.spyOn(StatementSync.prototype, "run");
    onTestFinished(() => statements.mockRestore());
    await Promise.all(Array.from({ length: 10 }, (_, place) => journal.append(warning(place + 2))));
    const taken = statements.mock.contexts.filter(
      (one) => one instanceof StatementSync && one.sourceSQL.startsWith("UPDATE threads AS t SET last_seq"),
    );
    expect(taken).toHaveLength(1);
    expect(await eventsOf(journal)).toHaveLength(11);
  });

  it("refuses an event that is too large, and a run stops before anything else happens", async () => {
    const store = freshStore({ limits: { eventBytes: 1_000 } });
    await expect(store.journal(alice).append(runStart(1, "r", ["x".repeat(2_000)]))).rejects.toMatchObject({
      code: "too_large",
    });
    const model = new WrittenModel([{ text: "never" }]);
    const activity = new ActivityStream(store.journal(bob));
    const input = [{ role: "user", content: "x".repeat(2_000) }] as const;
    const result = await runToolLoop({ model, activity, logger: new KeptLog() }, input);
    expect(result).toMatchObject({ stopReason: "error", error: { code: "journal_failed" } });
    expect(model.requests).toHaveLength(0);
  });

  it("of a deleted conversation takes no more events, and does not bring it back", async () => {
    const store = freshStore();
    const journal = store.journal(alice);
    await journal.append(warning(1));
    expect(store.threads.delete(alice)).toBe("deleted");
    await expect(journal.append(warning(2))).rejects.toMatchObject({ code: "deleted" });
    expect(store.threads.get(alice)).toBeUndefined();
  });

  it("gives the events of the newest run, which are all that a history needs", async () => {
    const journal = freshStore().journal(alice);
    const activity = () => new ActivityStream(journal);
    const logger = new KeptLog();
    const one = await runToolLoop({ model: new WrittenModel([{ text: "one" }]), activity: activity(), logger }, [
      { role: "user", content: "first" },
    ]);
    const input = [...one.messages, { role: "user", content: "second" } as const];
    const two = await runToolLoop({ model: new WrittenModel([{ text: "two" }]), activity: activity(), logger }, input);
    const last: JournalEvent[] = [];
    for await (const event of journal.lastRun()) last.push(event);
    expect(last[0]?.type).toBe("run_start");
    expect(last.filter(({ type }) => type === "run_start")).toHaveLength(1);
    expect(providerHistory(last)).toEqual(two.messages);
    expect(providerHistory(await eventsOf(journal))).toEqual(two.messages);
  });

  it("stores the messages that runs begin with once, however many runs there are", async () => {
    const store = freshStore({ limits: { conversationBytes: 300_000 } });
    const journal = store.journal(alice);
    const contents: string[] = [];
    for (let run = 1; run <= 200; run += 1) {
      contents.push(`${run} ${"x".repeat(500)}`);
      await journal.append(runStart(run, `r${run}`, contents));
    }
    // Stored anew each time they would be ten million bytes.
    const events = await eventsOf(journal);
    expect(events.at(-1)).toEqual(runStart(200, "r200", contents));
    expect(events[0]).toEqual(runStart(1, "r1", contents.slice(0, 1)));
  });
});
