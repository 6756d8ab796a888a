import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Store } from "../../src/index.ts";
import {
  alice,
  all,
  bob,
  done,
  fresh,
  freshPlace,
  opened,
  pause,
  runStart,
  type StoreUnderTest,
  two,
} from "./under-test.ts";

const fork = { channel: "web", chatId: "fork" };

/** Runs of which each begins with all that was said before, as the loop writes them. */
async function talk(store: Store, runs: readonly string[], { from = 0 }: { readonly from?: number } = {}) {
  const journal = store.journal(alice);
  const said = runs.slice(0, from).map((run) => `said in ${run}`);
  for (const [n, run] of runs.slice(from).entries()) {
    const seq = 3 * (from + n) + 1;
    said.push(`said in ${run}`);
    await journal.append(runStart(seq, run, said));
    await journal.append(done(seq + 2, run));
  }
}

const read = (store: Store, conversation = fork) => all(store.journal(conversation).read());

/** Forks: a thread that begins with what another one holds. */
export function forksContract(of: StoreUnderTest): void {
  describe("forks", () => {
    it("hold what was there before a run, or up to the end of one; the old thread stays whole", async () => {
      const [one, other] = await two(of);
      await one.threads.create({ ...alice, title: "A talk" });
      await talk(one, ["a", "b", "c"]);
      await one.threads.configure(alice, { model: "m" });
      const whole = await read(one, alice);
      const made = await other.threads.fork({ from: alice, before: "c", chatId: "fork" });
      expect(made).toMatchObject({ conversation: fork, title: "A talk", status: "idle", lastSeq: 6 });
      expect(made?.forkedFrom).toEqual({ conversation: alice, seq: 6 });
      expect(await read(one)).toEqual(whole.slice(0, 4));
      expect(await one.threads.settings(fork)).toEqual({ model: "m" });
      expect((await one.threads.get(fork))?.forkedFrom).toEqual({ conversation: alice, seq: 6 });
      expect((await one.threads.list({ channel: "web" })).threads[0]?.forkedFrom?.seq).toBe(6);
      expect((await all(one.journal(fork).lastRun())).map(({ seq }) => seq)).toEqual([4, 6]);
      expect(await one.journal(fork).runs()).toEqual([
        { runId: "b", seq: 4 },
        { runId: "a", seq: 1 },
      ]);
      const after = await other.threads.fork({ from: alice, after: "b", title: "Two\nruns" });
      expect(after).toMatchObject({ title: "Two runs", lastSeq: 6 });
      const all9 = await other.threads.fork({ from: alice });
      expect(await read(one, all9?.conversation)).toEqual(whole);
      expect(await read(one, alice)).toEqual(whole);
      expect((await one.threads.get(alice))?.forkedFrom).toBeUndefined();
    });

    it("take the beginning of the next run again, under its own numbers, and are at rest once it has its end", async () => {
      const store = await fresh(of);
      await store.threads.create({ ...alice, title: "A talk" });
      await talk(store, ["a", "b"]);
      await store.threads.fork({ from: alice, before: "b", chatId: "fork" });
      const lease = await store.leases.acquire(fork, { ttlMs: 5_000 });
      if (lease === undefined) throw new Error("Nobody else has it.");
      const journal = store.journal(fork, { lease });
      const [begun] = (await read(store, alice)).filter(({ seq }) => seq === 4);
      if (begun === undefined) throw new Error("The run is there.");
      await journal.append(begun);
      expect(await store.threads.requestStop(fork)).toBe(true);
      await journal.append(done(5, "b"));
      await lease.release();
      expect(await store.threads.get(fork)).toMatchObject({ status: "idle", lastSeq: 5 });
      expect((await read(store))[2]).toEqual(begun);
      expect(await store.threads.interrupted({ channel: "web" })).toEqual([]);
      await store.journal(fork).append(runStart(6, "c", ["on"]));
      expect(await store.journal(fork).runs()).toMatchObject([{ runId: "c" }, { runId: "b" }, { runId: "a" }]);
      expect((await read(store, alice)).map(({ seq }) => seq)).toEqual([1, 3, 4, 6]);
    });

    it("before the first run are empty, and have no title yet", async () => {
      const store = await fresh(of);
      await store.threads.create({ ...alice, title: "A talk" });
      await talk(store, ["a"]);
      const made = await store.threads.fork({ from: alice, before: "a", chatId: "fork" });
      expect(made).toMatchObject({ title: "", lastSeq: 0 });
      await store.journal(fork).append(runStart(1, "z"));
      expect(await all(store.journal(fork).lastRun())).toHaveLength(1);
    });

    it("go on apart: each with its own events, and nothing of the one in the other", async () => {
      const [one, other] = await two(of);
      await talk(one, ["a", "b"]);
      await other.threads.fork({ from: alice, before: "b", chatId: "fork" });
      const journal = other.journal(fork);
      expect(await journal.lastSeq()).toBe(3);
      await journal.append(runStart(4, "other", ["said in a", "said otherwise"]));
      await talk(one, ["a", "b", "c"], { from: 2 });
      expect((await read(one, alice)).map(({ runId }) => runId)).toEqual(["a", "a", "b", "b", "c", "c"]);
      expect((await read(one)).at(-1)).toEqual(runStart(4, "other", ["said in a", "said otherwise"]));
      expect((await one.threads.get(fork))?.status).toBe("running");
      expect((await one.threads.get(alice))?.status).toBe("idle");
      await journal.append(done(5, "other"));
      expect(await one.threads.delete(fork)).toBe("deleted");
      expect(await read(one, alice)).toHaveLength(6);
    });

    it("outlive the thread that they came from, with its outputs", async () => {
      const [one, other] = await two(of);
      const ref = await one.outputs.save("long\ntext", alice);
      await talk(one, ["a"]);
      await one.threads.fork({ from: alice, chatId: "fork" });
      const second = await one.threads.fork({ from: fork, chatId: "second" });
      const lines = async (chatId: string) => {
        const found = await other.outputs.lines(ref.id, { channel: "web", chatId });
        return found === undefined ? undefined : all(found);
      };
      expect(await lines("fork")).toEqual(["long", "text"]);
      expect(await lines("second")).toEqual(["long", "text"]);
      expect(await lines("bob")).toBeUndefined();
      expect(await one.threads.delete(alice)).toBe("deleted");
      expect(await lines("alice")).toBeUndefined();
      expect(await lines("fork")).toEqual(["long", "text"]);
      expect(await one.threads.delete(fork)).toBe("deleted");
      expect(await lines("second")).toEqual(["long", "text"]);
      expect(second?.forkedFrom?.conversation).toEqual(fork);
      expect(await read(other, second?.conversation)).toHaveLength(2);
      expect(await one.threads.delete({ channel: "web", chatId: "second" })).toBe("deleted");
      expect(await lines("second")).toBeUndefined();
    });

    it("have no run that is open, nor its questions: they end before it", async () => {
      const store = await fresh(of);
      await talk(store, ["a"]);
      const lease = await store.leases.acquire(alice);
      const journal = store.journal(alice, { lease });
      await journal.append(runStart(4, "open", ["said in a", "now"]));
      const made = await store.threads.fork({ from: alice, chatId: "fork" });
      expect(made).toMatchObject({ status: "idle", lastSeq: 3 });
      expect((await store.threads.fork({ from: alice, before: "open" }))?.lastSeq).toBe(3);
      await expect((async () => store.threads.fork({ from: alice, after: "open" }))()).rejects.toMatchObject({
        code: "conflict",
      });
      await journal.append(done(5, "open"));
      await lease?.release();
      expect((await store.threads.get(alice))?.status).toBe("idle");
      expect((await store.threads.fork({ from: alice, after: "open" }))?.lastSeq).toBe(5);
    });

    it("are made while the thread is written to, and hold whole runs", async () => {
      const [one, other] = await two(of);
      await talk(one, ["r0"]);
      let isWriting = true;
      const names = Array.from({ length: 40 }, (_, n) => `r${n}`);
      const writing = talk(one, names, { from: 1 }).finally(() => {
        isWriting = false;
      });
      const made: number[] = [];
      while (isWriting) {
        const forked = await other.threads.fork({ from: alice });
        made.push(forked?.lastSeq ?? -1);
        const runs = await read(other, forked?.conversation);
        expect(runs.map(({ type }) => type)).toEqual(
          runs.flatMap((_, n) => (n % 2 === 0 ? ["run_start", "done"] : [])),
        );
        await pause(1);
      }
      await writing;
      expect(new Set(made).size).toBeGreaterThan(1);
      const whole = await other.threads.fork({ from: alice });
      expect(await read(other, whole?.conversation)).toEqual(await read(one, alice));
    });

    it("cost nothing again: what their runs used was counted where they ran", async () => {
      const store = await fresh(of);
      await talk(store, ["a", "b"]);
      await store.threads.fork({ from: alice, chatId: "fork" });
      expect(await store.threads.usage(alice)).toEqual({ inputTokens: 6, outputTokens: 4 });
      expect(await store.threads.usage(fork)).toEqual({ inputTokens: 0, outputTokens: 0 });
    });

    it("are one when the same is asked for again under the same name, also by two at once", async () => {
      const [one, other] = await two(of);
      await talk(one, ["a", "b"]);
      const same = { from: alice, before: "b", chatId: "fork" };
      const [first, second] = await Promise.all([
        (async () => one.threads.fork(same))(),
        (async () => other.threads.fork(same))(),
      ]);
      expect(first).toEqual(second);
      await one.journal(fork).append(runStart(4, "z"));
      expect(await other.threads.fork(same)).toMatchObject({ lastSeq: 4 });
      await one.threads.create(bob);
      await expect((async () => one.threads.fork({ from: alice, chatId: "bob" }))()).rejects.toMatchObject({
        code: "conflict",
      });
      expect(await read(one, bob)).toEqual([]);
    });

    it("of nothing are none, and wrong options are refused", async () => {
      const store = await fresh(of);
      expect(await store.threads.fork({ from: alice })).toBeUndefined();
      await talk(store, ["a"]);
      expect(await store.threads.fork({ from: alice, before: "nothing", chatId: "fork" })).toBeUndefined();
      expect(await store.threads.fork({ from: alice, after: "nothing", chatId: "fork" })).toBeUndefined();
      expect(await store.threads.get(fork)).toBeUndefined();
      const wrong: readonly [() => unknown, string][] = [
        [() => store.threads.fork({} as never), "from is missing"],
        [() => store.threads.fork({ from: alice, befor: "a" } as never), "did you mean before?"],
        [() => store.threads.fork({ from: alice, before: "a", after: "a" }), "before or after, not both"],
      ];
      for (const [call, words] of wrong) await expect((async () => call())()).rejects.toThrow(words);
    });

    it("never push out the thread that they come from", async () => {
      const store = await opened(of, await freshPlace(of), { threads: 2 });
      await talk(store, ["a"]);
      await store.threads.create(bob);
      expect(await store.threads.fork({ from: alice, chatId: "fork" })).toMatchObject({ lastSeq: 3 });
      expect(await store.threads.get(bob)).toMatchObject({ archived: true });
      expect(await store.threads.get(alice)).not.toHaveProperty("archived");
      expect(await read(store, alice)).toHaveLength(2);
      const narrow = await opened(of, await freshPlace(of), { threads: 1 });
      await talk(narrow, ["a"]);
      await expect((async () => narrow.threads.fork({ from: alice }))()).rejects.toMatchObject({ code: "limit" });
      expect(await read(narrow, alice)).toHaveLength(2);
    });

    it("are told of", async () => {
      const store = await fresh(of);
      await talk(store, ["a"]);
      const last = await store.changes.last();
      await store.threads.fork({ from: alice, chatId: "fork" });
      expect((await store.changes.since(last)).conversations).toEqual([fork]);
    });

    it("of any talk at any run hold exactly what stood before it, and forks of forks do", async () => {
      const store = await fresh(of);
      let talks = 0;
      const messages = fc.array(fc.array(fc.constantFrom("x", "y", "ü", "\u{1f600}"), { maxLength: 4 }), {
        minLength: 1,
        maxLength: 6,
      });
      const property = fc.asyncProperty(messages, fc.nat(), fc.nat(), async (runs, place, again) => {
        talks += 1;
        const from = { channel: "web", chatId: `talk${talks}` };
        const journal = store.journal(from);
        for (const [n, said] of runs.entries()) {
          await journal.append(runStart(2 * n + 1, `r${n}`, said));
          await journal.append(done(2 * n + 2, `r${n}`));
        }
        const events = await read(store, from);
        const cut = place % runs.length;
        const first = await store.threads.fork({ from, after: `r${cut}` });
        expect(await read(store, first?.conversation)).toEqual(events.slice(0, 2 * cut + 2));
        const second = await store.threads.fork({
          from: first?.conversation ?? from,
          before: `r${again % (cut + 1)}`,
        });
        expect(await read(store, second?.conversation)).toEqual(events.slice(0, 2 * (again % (cut + 1))));
      });
      await fc.assert(property, { numRuns: 25 });
    });
  });
}
