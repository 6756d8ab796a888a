import type { JournalEvent } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import {
  alice,
  all,
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

/** Leases: one holder, who alone writes, and whose death is noticed. */
export function leasesContract(of: StoreUnderTest): void {
  describe("leases", () => {
    it("have one holder, who gives them back once", async () => {
      const [one, other] = await two(of);
      const lease = await one.leases.acquire(alice);
      expect(lease?.conversation).toEqual(alice);
      expect(await one.leases.acquire(alice)).toBeUndefined();
      expect(await other.leases.acquire(alice)).toBeUndefined();
      expect(await one.leases.holder(alice)).toMatchObject({ here: true });
      expect((await other.leases.holder(alice))?.expiresAt).toBeGreaterThan(Date.now());
      expect(await other.leases.holder(bob)).toBeUndefined();
      expect(await other.leases.acquire(bob)).toBeDefined();
      expect(await lease?.renew()).toBe(true);
      await lease?.release();
      const next = await other.leases.acquire(alice);
      expect(next?.token).not.toBe(lease?.token);
      await lease?.release();
      expect(await lease?.renew()).toBe(false);
      expect(await one.leases.acquire(alice)).toBeUndefined();
    });

    it("go to one of many who ask at once", async () => {
      const [one, other] = await two(of);
      const asked = Array.from({ length: 30 }, (_, number) => (number % 2 === 0 ? one : other).leases.acquire(alice));
      expect((await Promise.all(asked)).filter((lease) => lease !== undefined)).toHaveLength(1);
    });

    it("are renewed as long as their process lives, and given back when its store is closed", async () => {
      const [one, other] = await two(of);
      const lease = await one.leases.acquire(alice, { ttlMs: 300 });
      await pause(900);
      expect(await other.leases.acquire(alice)).toBeUndefined();
      expect(lease?.signal.aborted).toBe(false);
      await one.close();
      expect(await other.leases.acquire(alice)).toBeDefined();
    });

    it("are taken by runs that were given none, until they end or their process does", async () => {
      const place = await freshPlace(of);
      const [one, other] = [await opened(of, place), await opened(of, place)];
      const journal = one.journal(alice);
      await Promise.all([journal.append(runStart(1, "r")), journal.append(warning(2))]);
      expect(await other.threads.interrupted()).toEqual([]);
      expect(await other.leases.acquire(alice)).toBeUndefined();
      expect((await other.threads.get(alice))?.status).toBe("running");
      // Another journal of the same process may end it.
      await one.journal(alice).append(done(3, "r"));
      const lease = await other.leases.acquire(alice);
      expect(lease).toBeDefined();
      await lease?.release();
      await journal.append(warning(4)).catch(() => undefined);
      await one.journal(alice).append(runStart(5, "s"));
      await one.close();
      expect(await other.threads.interrupted()).toEqual([alice]);
      const later = other.journal(alice);
      await later.append(warning(6, "of another run"));
      expect(await other.threads.interrupted()).toEqual([alice]);
      const taking = other.journal(alice);
      expect(await all(taking.lastRun())).toHaveLength(2);
      await taking.append({ ...warning(7), runId: "s" });
      expect(await other.threads.interrupted()).toEqual([]);
    });

    it("stay with a run one of whose events cannot be stored, until its end is, or cannot be either", async () => {
      const place = await freshPlace(of);
      const [one, other] = [await opened(of, place, { eventBytes: 1_000 }), await opened(of, place)];
      const journal = one.journal(alice);
      await journal.append(runStart(1, "r"));
      const large = "x".repeat(2_000);
      const [small, refused] = await Promise.allSettled([
        journal.append(warning(2)),
        journal.append(warning(3, large)),
      ]);
      expect(small.status).toBe("fulfilled");
      expect(refused).toMatchObject({ reason: { code: "too_large" } });
      expect(await other.leases.acquire(alice)).toBeUndefined();
      await journal.append(done(3, "r"));
      await (await other.leases.acquire(alice))?.release();
      await journal.append(runStart(4, "s"));
      const error: JournalEvent = { ...warning(5), runId: "s", type: "error", data: { code: "c", error: large } };
      await expect(journal.append(error)).rejects.toMatchObject({ code: "too_large" });
      expect(await other.leases.acquire(alice)).toBeDefined();
    });

    it.each([0, -1, Number.NaN, 3_600_001])("stand for no %d milliseconds", async (ttlMs) => {
      const store = await fresh(of);
      await expect(Promise.resolve().then(() => store.leases.acquire(alice, { ttlMs }))).rejects.toThrow(RangeError);
    });

    it("are asked for with a conversation and known options, and say so", async () => {
      const { leases } = await fresh(of);
      const ask = async (verb: "acquire" | "holder", ...given: readonly unknown[]) =>
        Reflect.apply(leases[verb], leases, given);
      for (const odd of ["x", undefined, null, {}, { channel: "web" }, { channel: "web", chatId: 1 }]) {
        await expect(ask("acquire", odd)).rejects.toThrow("leases.acquire takes a conversation: { channel, chatId }");
        await expect(ask("holder", odd)).rejects.toThrow("leases.holder takes a conversation: { channel, chatId }");
      }
      await expect(ask("acquire", alice, { leaseMs: 1 })).rejects.toThrow(/leases\.acquire.*leaseMs/);
    });

    it("fence writers: only the holder appends", async () => {
      const [one, other] = await two(of);
      const first = await one.leases.acquire(alice);
      const journal = one.journal(alice, { lease: first });
      await journal.append(warning(1));
      await first?.release();
      const second = await other.leases.acquire(alice);
      await expect(journal.append(warning(2))).rejects.toMatchObject({ code: "lease_lost" });
      await other.journal(alice, { lease: second }).append(warning(2));
      expect(await one.journal(alice).lastSeq()).toBe(2);
    });

    it("of a process that hangs are taken when their time is over, and it can store nothing when it wakes up", async () => {
      const place = await freshPlace(of);
      const store = await opened(of, place);
      const hanging = otherProcess(of, place, "hold", "child", "600");
      expect(await hanging.next()).toBe("held");
      hanging.tell("write");
      expect(await hanging.next()).toBe("stored");
      hanging.signal("SIGSTOP");
      expect(await store.leases.acquire(alice)).toBeUndefined();
      await expect.poll(() => store.leases.acquire(alice), { interval: 50 }).toBeDefined();
      await store.journal(alice).append(warning(2));
      hanging.signal("SIGCONT");
      hanging.tell("write");
      expect(await hanging.next()).toBe("lease_lost");
      await expect
        .poll(async () => {
          hanging.tell("lost?");
          return hanging.next();
        })
        .toBe("true");
      expect(await store.journal(alice).lastSeq()).toBe(2);
    });

    it("of a process that was killed are taken within their time", async () => {
      const place = await freshPlace(of);
      const store = await opened(of, place);
      const killed = otherProcess(of, place, "hold", "child", "1500");
      expect(await killed.next()).toBe("held");
      killed.signal("SIGKILL");
      await killed.exited;
      const began = performance.now();
      await expect.poll(() => store.leases.acquire(alice), { interval: 20 }).toBeDefined();
      expect(performance.now() - began).toBeLessThan(2_000);
    });
  });
}
