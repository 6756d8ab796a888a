import type { JournalEvent, Message } from "@toolwright/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { alice, bob, fresh, pause, type StoreUnderTest, two, warning } from "./under-test.ts";

const said = (text: string): Message => ({ role: "user", content: text });
const idsOf = (list: readonly { readonly messageId: string }[]) => list.map(({ messageId }) => messageId);

const steered = (seq: number, messageId: string): JournalEvent => ({
  ...{ id: `e${seq}`, runId: "run", seq, time: seq, type: "steered" },
  data: { messageId, message: said(messageId) },
});

/** What people say while a run goes on: kept in order, once, whichever process it comes to. */
export function steersContract(of: StoreUnderTest): void {
  describe("messages for a run under way", () => {
    it("wait in order, each id once, wherever they are said", async () => {
      const [one, other] = await two(of);
      await one.threads.create(alice);
      const message = said("a\u0000b \ud83d\ude00");
      const first = await one.steers.add(alice, { messageId: "m1", message });
      expect(first).toEqual({ id: "m1", state: "waiting", message, createdAt: expect.any(Number) });
      await other.steers.add(alice, { messageId: "m2", message: said("two") });
      expect(await other.steers.add(alice, { messageId: "m1", message: said("other") })).toEqual(first);
      expect((await one.steers.list(alice)).map(({ id }) => id)).toEqual(["m1", "m2"]);
      expect(await one.steers.list(bob)).toEqual([]);
      expect(await one.steers.add(bob, { messageId: "m", message })).toBeUndefined();
    });

    it("are one, when the same is said in many places at once", async () => {
      const [one, other] = await two(of);
      await one.threads.create(alice);
      const add = (n: number) => (n % 2 ? one : other).steers.add(alice, { messageId: "m", message: said("x") });
      const added = await Promise.all(Array.from({ length: 8 }, (_, n) => add(n)));
      expect(new Set(added.map((each) => each?.state))).toEqual(new Set(["waiting"]));
      expect(await one.steers.list(alice)).toHaveLength(1);
    });

    it("can be taken back until a run has taken them", async () => {
      const [one, other] = await two(of);
      await one.threads.create(alice);
      for (const messageId of ["a", "b"]) await one.steers.add(alice, { messageId, message: said(messageId) });
      expect(await other.steers.withdraw(alice, "a")).toMatchObject({ state: "withdrawn", message: said("a") });
      expect(await other.steers.withdraw(alice, "nobody")).toBeUndefined();
      expect(idsOf(await one.steers.queue(alice).take())).toEqual(["b"]);
      expect(await other.steers.withdraw(alice, "b")).toMatchObject({ state: "waiting" });
      expect(await one.steers.add(alice, { messageId: "a", message: said("again") })).toMatchObject({
        state: "withdrawn",
      });
    });

    it("cannot be taken back once a run has them, also where they are said while it takes others", async () => {
      const [one, other] = await two(of);
      await one.threads.create(alice);
      await other.steers.add(alice, { messageId: "a", message: said("a") });
      const taking = one.steers.queue(alice).take();
      await other.steers.add(alice, { messageId: "b", message: said("b") });
      const taken = idsOf(await taking);
      expect(taken).toContain("a");
      const back = await other.steers.withdraw(alice, "b");
      expect(back?.state).toBe(taken.includes("b") ? "waiting" : "withdrawn");
    });

    it("come again until they are stored with a run, also to another process", async () => {
      const [one, other] = await two(of);
      await one.threads.create(alice);
      for (const messageId of ["a", "b"]) await one.steers.add(alice, { messageId, message: said(messageId) });
      expect(idsOf(await one.steers.queue(alice).take())).toEqual(["a", "b"]);
      await one.steers.queue(alice).sent(["a"]);
      expect(idsOf(await other.steers.queue(alice).take())).toEqual(["b"]);
      const again = await other.steers.add(alice, { messageId: "a", message: said("a") });
      expect(again).toEqual({ id: "a", state: "sent", createdAt: expect.any(Number) });
    });

    it("never come again once the event is stored that a run heard them, though nothing else could be done", async () => {
      const [one, other] = await two(of);
      await one.threads.create(alice);
      for (const messageId of ["a", "b"]) await one.steers.add(alice, { messageId, message: said(messageId) });
      await one.steers.queue(alice).take();
      await one.journal(alice).append(steered(1, "a"));
      expect(await other.steers.list(alice)).toMatchObject([{ id: "b" }]);
      expect(idsOf(await other.steers.queue(alice).take())).toEqual(["b"]);
      // An agent inside a call hears from a queue of its own.
      await one.journal(alice).append({ ...steered(2, "b"), parentId: "call" });
      expect(idsOf(await other.steers.queue(alice).take())).toEqual(["b"]);
    });

    it("wait on after an answer, and are unsent after any other end", async () => {
      const store = await fresh(of);
      await store.threads.create(alice);
      await store.steers.add(alice, { messageId: "a", message: said("a") });
      const queue = store.steers.queue(alice);
      expect(idsOf(await queue.ended("stop"))).toEqual(["a"]);
      expect(idsOf(await queue.waiting())).toEqual(["a"]);
      expect(idsOf(await queue.ended("aborted"))).toEqual(["a"]);
      expect(await queue.waiting()).toEqual([]);
      expect(await store.steers.list(alice)).toMatchObject([{ id: "a", state: "unsent", message: said("a") }]);
      expect(await store.steers.withdraw(alice, "a")).toMatchObject({ state: "withdrawn" });
      expect(await store.steers.list(alice)).toEqual([]);
    });

    it("are told of to whoever has their queue, wherever they are said and taken back, and to nobody else", async () => {
      const [one, other] = await two(of);
      for (const conversation of [alice, bob]) await one.threads.create(conversation);
      const queue = one.steers.queue(alice);
      const told: string[] = [];
      const tell = async () => void told.push(idsOf(await queue.waiting()).join());
      const leave = queue.watch?.(() => void tell());
      onTestFinished(leave ?? (() => undefined));
      await other.steers.add(alice, { messageId: "a", message: said("a") });
      await expect.poll(() => told.at(-1)).toBe("a");
      await other.steers.withdraw(alice, "a");
      await expect.poll(() => told.at(-1)).toBe("");
      await one.steers.add(alice, { messageId: "b", message: said("b") });
      await expect.poll(() => told.at(-1)).toBe("b");
      // What is not about it may ring once when a look begins.
      const before = told.length;
      await one.steers.add(bob, { messageId: "c", message: said("c") });
      for (let seq = 1; seq <= 20; seq += 1) await one.journal(alice).append(warning(seq));
      leave?.();
      await one.steers.add(alice, { messageId: "d", message: said("d") });
      await pause(50);
      expect(told.length - before).toBeLessThanOrEqual(1);
    });

    it("are bounded, and go with their thread", async () => {
      const store = await fresh(of, { eventBytes: 1_000 });
      await store.threads.create(alice);
      const add = async (messageId: string, text = "x") => store.steers.add(alice, { messageId, message: said(text) });
      await expect(add("large", "x".repeat(2_000))).rejects.toMatchObject({ code: "too_large" });
      for (let n = 0; n < 100; n += 1) await add(`m${n}`);
      await expect(add("more")).rejects.toMatchObject({ code: "limit" });
      await store.threads.delete(alice);
      await store.threads.create(alice);
      expect(await store.steers.list(alice)).toEqual([]);
    });
  });
}
