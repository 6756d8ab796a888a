import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { journalContract } from "../../../../runtime/core/test/journal-contract.ts";
import type { Store } from "../../src/index.ts";
import {
  alice,
  all,
  bob,
  done,
  fresh,
  freshPlace,
  opened,
  openPlace,
  type Place,
  pause,
  runStart,
  type StoreUnderTest,
  two,
  warning,
} from "./under-test.ts";

/** Journals: one order, one writer, nothing lost, nothing in between. */
export function journalsContract(of: StoreUnderTest): void {
  describe("journals", () => {
    it("keep the contract of core's journals", async () => {
      const store = await fresh(of);
      const journal = store.journal(alice);
      const events = [runStart(1, "r", ["ü", "\u{1f600}"]), warning(2, 'a"\\\n'), done(3, "r")];
      for (const event of events) await journal.append(event);
      expect(await all(journal.read())).toEqual(events);
      expect(await all(journal.read(2))).toEqual(events.slice(2));
      expect(await all(store.journal(bob).read())).toEqual([]);
    });

    it("are of a conversation, and of nothing else", async () => {
      const store = await fresh(of);
      for (const odd of ["x", undefined, {}, { channel: "web" }, { channel: 1, chatId: "1" }])
        expect(() => Reflect.apply(store.journal, store, [odd])).toThrow("store.journal takes a conversation");
    });

    it("refuse what does not rise, what follows on another's event, and what was queued behind a refused one", async () => {
      const [one, other] = await two(of);
      const [mine, theirs] = [one.journal(alice), other.journal(alice)];
      await mine.append(warning(5));
      for (const seq of [5, 4, 0, -1, 1.5, Number.NaN]) {
        await expect(mine.append(warning(seq))).rejects.toMatchObject({ code: "conflict" });
      }
      expect(await theirs.lastSeq()).toBe(5);
      await theirs.append(warning(6));
      const queued = [7, 8, 9].map((seq) => mine.append(warning(seq)));
      for (const outcome of await Promise.allSettled(queued)) {
        expect(outcome).toMatchObject({ status: "rejected", reason: { code: "conflict" } });
      }
      expect((await all(one.journal(alice).read())).map(({ seq }) => seq)).toEqual([5, 6]);
    });

    it("store in order what is given at once, of many conversations beside each other", async () => {
      const [one, other] = await two(of);
      const conversations = Array.from({ length: 20 }, (_, number) => ({ channel: "web", chatId: `c${number}` }));
      await Promise.all(
        conversations.flatMap((conversation, place) => {
          const journal = (place % 2 === 0 ? one : other).journal(conversation);
          return Array.from({ length: 25 }, (_, number) => journal.append(warning(number + 1, conversation.chatId)));
        }),
      );
      for (const conversation of conversations) {
        const events = await all(one.journal(conversation).read());
        expect(events).toEqual(Array.from({ length: 25 }, (_, number) => warning(number + 1, conversation.chatId)));
      }
    });

    it("refuse what is too large, and what exceeds the room of a conversation, and go on after it", async () => {
      const store = await opened(of, await freshPlace(of), { eventBytes: 2_000, conversationBytes: 5_000 });
      const journal = store.journal(alice);
      await expect(journal.append(warning(1, "x".repeat(2_000)))).rejects.toMatchObject({ code: "too_large" });
      for (const seq of [1, 2, 3]) await journal.append(warning(seq, "x".repeat(1_500)));
      await expect(journal.append(warning(4, "x".repeat(1_500)))).rejects.toMatchObject({ code: "limit" });
      await journal.append(warning(5));
      expect(await journal.lastSeq()).toBe(5);
    });

    it("keep no event that was given behind one that is refused, and go on for who knows of it", async () => {
      const store = await opened(of, await freshPlace(of), { eventBytes: 2_000 });
      const journal = store.journal(alice);
      expect(journal.keepsOrder).toBe(true);
      const given = [warning(1), warning(2, "x".repeat(2_000)), warning(3), warning(4)];
      const outcomes = await Promise.allSettled(given.map((event) => journal.append(event)));
      expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "rejected"]);
      expect((await all(journal.read())).map(({ seq }) => seq)).toEqual([1]);
      await journal.append(warning(5));
      expect((await all(journal.read())).map(({ seq }) => seq)).toEqual([1, 5]);
    });

    it("are read whole when they are long, with events of every size", async () => {
      const store = await fresh(of);
      const journal = store.journal(alice);
      const events = Array.from({ length: 700 }, (_, n) => warning(n + 1, "y".repeat(n % 97 === 0 ? 300_000 : n % 50)));
      await Promise.all(events.map((event) => journal.append(event)));
      expect(await all(journal.read())).toEqual(events);
    });

    it("give every run the history that it began with, and an excerpt only what was said last", async () => {
      const store = await fresh(of);
      const journal = store.journal(alice);
      const said: string[] = [];
      for (let run = 0; run < 30; run += 1) {
        said.push(`message ${run} ${"z".repeat(1_000)}`, "again and again");
        await journal.append(runStart(2 * run + 1, `r${run}`, said));
        await journal.append(done(2 * run + 2, `r${run}`));
      }
      const starts = (await all(journal.read())).filter(({ type }) => type === "run_start");
      expect(starts).toHaveLength(30);
      expect(starts.at(-1)).toEqual(runStart(59, "r29", said));
      expect(starts.at(3)).toEqual(runStart(7, "r3", said.slice(0, 8)));
      expect((await journal.runs({ limit: 2 })).map(({ runId, seq }) => [runId, seq])).toEqual([
        ["r29", 59],
        ["r28", 57],
      ]);
      expect(await journal.runs({ before: 3 })).toEqual([{ runId: "r0", seq: 1 }]);
      expect((await all(journal.lastRun())).map(({ seq }) => seq)).toEqual([59, 60]);
      const [excerpt, ...rest] = await all(journal.excerpt({ after: 58, before: 60 }));
      expect(rest).toEqual([]);
      expect(excerpt?.messages).toBe(60);
      expect(excerpt?.size).toBeLessThan(30_000);
    });

    it("are shown from the newest back, a page at a time", async () => {
      const journal = (await fresh(of)).journal(alice);
      await journal.append(runStart(1, "r", ["a", "b"]));
      await Promise.all(Array.from({ length: 600 }, (_, n) => journal.append(warning(2 + n, "x".repeat(10 * n)))));
      for (const range of [{}, { after: 3 }, { before: 400 }, { after: 100, before: 599 }]) {
        const inOrder = await all(journal.excerpt(range));
        expect(await all(journal.excerpt({ ...range, newestFirst: true }))).toEqual(inOrder.reverse());
      }
    });

    it("give the newest run whole, also where it is longer than a page", async () => {
      const journal = (await fresh(of)).journal(alice);
      await journal.append(runStart(1, "old"));
      await journal.append(done(2, "old"));
      await journal.append(runStart(3, "long", ["a", "b"]));
      await Promise.all(Array.from({ length: 600 }, (_, n) => journal.append(warning(4 + n, "x".repeat(n)))));
      const events = await all(journal.lastRun());
      expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 601 }, (_, n) => 3 + n));
      expect(events[0]).toEqual(runStart(3, "long", ["a", "b"]));
    });

    it("tell a follower what is stored and what comes, whoever stores it, and end with the thread", async () => {
      const [one, other] = await two(of);
      const journal = one.journal(alice);
      await journal.append(warning(1));
      const heard: number[] = [];
      const reading = (async () => {
        for await (const { seq } of other.journal(alice).follow()) heard.push(seq);
      })();
      for (let seq = 2; seq <= 40; seq += 1) {
        await journal.append(warning(seq));
        if (seq % 10 === 0) await pause(15);
      }
      await expect.poll(() => heard.length).toBe(40);
      expect(heard).toEqual(Array.from({ length: 40 }, (_, place) => place + 1));
      await one.threads.delete(alice);
      await reading;
    });

    it("let a follower go when it leaves, also before there is anything", async () => {
      const store = await fresh(of);
      const controller = new AbortController();
      const reading = all(store.journal(alice).follow({ signal: controller.signal }));
      await pause(20);
      controller.abort();
      expect(await reading).toEqual([]);
    });
  });

  describe("as core uses them", () => {
    let place: Place | undefined;
    let store: Store | undefined;
    let count = 0;
    beforeAll(async () => {
      place = await of.makePlace();
      store = await openPlace(of, place.address);
    });
    afterAll(async () => {
      await store?.close();
      await place?.remove();
    });
    // All conversations of a property share a store, so that they could also disturb each other.
    journalContract(`what ${of.name} keeps`, () => {
      if (store === undefined) throw new Error("The store was not opened.");
      return store.journal({ channel: "contract", chatId: String(count++) });
    });
  });
}
