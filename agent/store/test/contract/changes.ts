import type { JournalEvent } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { toolOf } from "../../../../runtime/core/test/making.ts";
import {
  alice,
  bob,
  done,
  fresh,
  freshPlace,
  opened,
  otherProcess,
  pause,
  runStart,
  type StoreUnderTest,
  two,
  warning,
} from "./under-test.ts";

/** What a store tells of, to whoever watches it from another process. */
export function changesContract(of: StoreUnderTest): void {
  describe("changes", () => {
    it("name the conversations that look different, whoever changed them, and not the events within a run", async () => {
      const [one, other] = await two(of);
      const since = async (last: number) => {
        const changed = await other.changes.since(last);
        return { ...changed, names: changed.conversations.map(({ chatId }) => chatId).toSorted() };
      };
      const first = await other.changes.last();
      await one.threads.create(alice);
      await one.journal(bob).append(runStart(1, "r"));
      const made = await since(first);
      expect(made).toMatchObject({ names: ["alice", "bob"], isWhole: true });
      await one.journal(bob).append(warning(2));
      expect(await since(made.last)).toMatchObject({ names: [], last: made.last });
      await one.journal(bob).append(done(3, "r"));
      const over = await since(made.last);
      expect(over.names).toEqual(["bob"]);
      await one.threads.rename(alice, "A");
      const renamed = await since(over.last);
      expect(renamed.names).toEqual(["alice"]);
      const asking = one.approvals.approver(bob);
      const stop = new AbortController();
      const request = { approvalId: "q", toolCallId: "c", toolName: "pay", arguments: {} };
      const answer = asking.approve(
        request,
        toolOf("pay", () => "paid"),
        stop.signal,
      );
      await expect.poll(async () => (await since(renamed.last)).names).toEqual(["bob"]);
      const asked = await since(renamed.last);
      stop.abort();
      await answer;
      expect((await since(asked.last)).names).toEqual(["bob"]);
      const settled = await since(asked.last);
      const lease = await one.leases.acquire(alice);
      expect((await since(settled.last)).names).toEqual(["alice"]);
      const taken = await since(settled.last);
      await lease?.renew();
      expect((await since(taken.last)).names).toEqual([]);
      await lease?.release();
      const released = await since(taken.last);
      expect(released.names).toEqual(["alice"]);
      await one.threads.delete(alice);
      expect((await since(released.last)).names).toEqual(["alice"]);
    });

    it("wake whoever watches, also when they came between two looks", async () => {
      const [one, other] = await two(of);
      const watch = other.changes.watch();
      await one.threads.create(alice);
      await watch.changed();
      await pause(300);
      await one.journal(alice).append(warning(1));
      await pause(300);
      await watch.changed();
      const controller = new AbortController();
      const waiting = watch.changed(controller.signal);
      controller.abort();
      await waiting;
      watch.stop();
    });

    it("end with the store: whoever waits and whoever asks later is told", async () => {
      const store = await fresh(of);
      const watch = store.changes.watch();
      const waiting = (async () => {
        for (;;) await watch.changed();
      })();
      const following = store.journal(alice).follow().next();
      // A store that is elsewhere takes its time to close, and what waits is told before that.
      for (const told of [waiting, following]) told.catch(() => undefined);
      await pause(20);
      await store.close();
      await expect(waiting).rejects.toMatchObject({ code: "closed" });
      await expect(following).rejects.toMatchObject({ code: "closed" });
      await expect(Promise.resolve().then(() => store.threads.get(alice))).rejects.toMatchObject({ code: "closed" });
      await expect(store.journal(alice).append(warning(1))).rejects.toMatchObject({ code: "closed" });
      await store.close();
    });
  });

  describe("live events", () => {
    it("reach readers in other processes in order, where the store carries them", async ({ skip }) => {
      const place = await freshPlace(of);
      const store = await opened(of, place);
      if (store.live === undefined) return skip(`${of.name} keeps live events in their process.`);
      const publisher = otherProcess(of, place, "publish", "child", "20");
      const heard: JournalEvent[] = [];
      const leave = await store.live.subscribe(alice, (event) => heard.push(event));
      const others: JournalEvent[] = [];
      await store.live.subscribe(bob, (event) => others.push(event));
      publisher.tell("go");
      await publisher.exited;
      await expect.poll(() => heard.length).toBe(100);
      expect(heard.map(({ seq }) => seq)).toEqual(
        Array.from({ length: 120 }, (_, n) => n + 1).filter((n) => n % 6 !== 1),
      );
      expect(heard[0]).toMatchObject({ type: "text_delta", data: { delta: "word 2 " } });
      expect(others).toEqual([]);
      leave();
      store.live.publish(alice, warning(1, "\u0000\ud800'\\".repeat(100_000)));
      await pause(50);
      expect(heard).toHaveLength(100);
    });
  });
}
