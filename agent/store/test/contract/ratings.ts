import { describe, expect, it } from "vitest";
import { alice, bob, done, fresh, runStart, type StoreUnderTest, two } from "./under-test.ts";

/** What people think of answers. */
export function ratingsContract(of: StoreUnderTest): void {
  describe("ratings", () => {
    it("stand at their run for everybody, are given again and taken back", async () => {
      const [one, other] = await two(of);
      await one.journal(alice).append(runStart(1, "a"));
      await one.journal(alice).append(done(2, "a"));
      expect(await one.ratings.list()).toEqual([]);
      expect(await one.ratings.set(alice, "a", { thumb: "up" })).toBe(true);
      const time = expect.any(Number);
      expect(await other.ratings.list({ conversation: alice })).toEqual([
        { conversation: alice, runId: "a", thumb: "up", time },
      ]);
      const note = "Wrong \0 sum — \u{1f4a5}";
      expect(await other.ratings.set(alice, "a", { thumb: "down", note })).toBe(true);
      expect(await one.ratings.list()).toEqual([{ conversation: alice, runId: "a", thumb: "down", note, time }]);
      expect(await one.ratings.set(alice, "a", undefined)).toBe(true);
      expect(await other.ratings.list()).toEqual([]);
    });

    it("are refused for runs that are not there, and for what is no rating", async () => {
      const store = await fresh(of);
      const set = async (...given: Parameters<typeof store.ratings.set>) => store.ratings.set(...given);
      expect(await set(alice, "a", { thumb: "up" })).toBe(false);
      await store.journal(alice).append(runStart(1, "a"));
      expect(await set(bob, "a", { thumb: "up" })).toBe(false);
      expect(await set(alice, "b", { thumb: "up" })).toBe(false);
      await expect(set(alice, "a", JSON.parse('{"thumb":"sideways"}'))).rejects.toThrow(TypeError);
      const long = { thumb: "up", note: "x".repeat(2_001) } as const;
      await expect(set(alice, "a", long)).rejects.toMatchObject({ code: "too_large" });
      expect(await set(alice, "a", { thumb: "up", note: " \n" })).toBe(true);
      expect((await store.ratings.list())[0]).not.toHaveProperty("note");
    });

    it("are listed newest first, of one conversation or of all, and go with their thread", async () => {
      const store = await fresh(of);
      for (const [n, conversation] of [alice, bob].entries()) {
        const journal = store.journal(conversation);
        await journal.append(runStart(1, `a${n}`));
        await journal.append(done(2, `a${n}`));
        await journal.append(runStart(3, `b${n}`));
        await store.ratings.set(conversation, `a${n}`, { thumb: "up" });
        await store.ratings.set(conversation, `b${n}`, { thumb: "down" });
        await journal.append(done(4, `b${n}`));
      }
      const ids = async (range: object) => (await store.ratings.list(range)).map(({ runId }) => runId);
      expect((await ids({ conversation: alice })).toSorted()).toEqual(["a0", "b0"]);
      expect((await ids({})).toSorted()).toEqual(["a0", "a1", "b0", "b1"]);
      expect(await ids({ limit: 1 })).toHaveLength(1);
      await store.threads.delete(bob);
      expect((await ids({})).toSorted()).toEqual(["a0", "b0"]);
    });

    it("go along into a fork that holds their run, and apart from there", async () => {
      const store = await fresh(of);
      const journal = store.journal(alice);
      for (const [n, run] of ["a", "b"].entries()) {
        await journal.append(runStart(2 * n + 1, run));
        await journal.append(done(2 * n + 2, run));
        await store.ratings.set(alice, run, { thumb: "up", note: run });
      }
      const forked = await store.threads.fork({ from: alice, before: "b", chatId: "fork" });
      const conversation = forked?.conversation ?? bob;
      expect(await store.ratings.list({ conversation })).toMatchObject([{ runId: "a", thumb: "up", note: "a" }]);
      await store.ratings.set(conversation, "a", undefined);
      expect(await store.ratings.list({ conversation })).toEqual([]);
      expect(await store.ratings.list({ conversation: alice })).toHaveLength(2);
    });
  });
}
