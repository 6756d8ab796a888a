import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { eventsOf, warning } from "../../../core/test/journal-contract.ts";
import { alice, bob, clockAt, freshStore, lockedWhile, startChild } from "../../test/making.ts";
import { openStore } from "../open-store.ts";
import { isLive, MAX_TTL_MS, ownHolder } from "./holder.ts";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a lease", () => {
  it("is held by one at a time, for each conversation", () => {
    const store = freshStore();
    const lease = store.leases.acquire(alice);
    expect(lease?.conversation).toEqual(alice);
    expect(store.leases.acquire(alice)).toBeUndefined();
    expect(store.leases.acquire(bob)).toBeDefined();
    expect(store.leases.holder(alice)).toEqual({ expiresAt: expect.any(Number), here: true });
    lease?.release();
    lease?.release();
    expect(store.leases.holder(alice)).toBeUndefined();
    expect(lease?.renew()).toBe(false);
    expect(store.leases.acquire(alice)).toBeDefined();
  });

  it("ends with its time when it cannot be given back", () => {
    const clock = clockAt(Date.now());
    const store = freshStore({ busyTimeoutMs: 1, now: clock.now });
    const lease = store.leases.acquire(alice, { ttlMs: 1_000 });
    lockedWhile(store.file, () => lease?.release());
    expect(store.leases.acquire(alice)).toBeUndefined();
    expect(lease?.renew()).toBe(false);
    clock.time += 1_001;
    expect(store.leases.acquire(alice)).toBeDefined();
  });

  it("is given back when its store is closed", () => {
    const store = freshStore();
    const other = openStore({ file: store.file });
    onTestFinished(() => other.close());
    other.leases.acquire(alice);
    expect(store.leases.acquire(alice)).toBeUndefined();
    other.close();
    expect(store.leases.acquire(alice)).toBeDefined();
  });

  it("renews itself, also while others are taken all the time", async () => {
    const store = freshStore();
    const lease = store.leases.acquire(alice, { ttlMs: 600 });
    const before = store.leases.holder(alice)?.expiresAt ?? 0;
    const until = performance.now() + 10_000;
    for (let n = 0; performance.now() < until && !lease?.signal.aborted; n += 1) {
      store.leases.acquire({ channel: "web", chatId: String(n) }, { ttlMs: 600 });
      await wait(20);
      if ((store.leases.holder(alice)?.expiresAt ?? 0) > before) return;
    }
    expect.fail("It was never renewed.");
  });

  it("that was not renewed in time goes to the next, and its holder can write no more", async () => {
    const clock = clockAt(Date.now());
    const stalled = freshStore();
    const next = openStore({ file: stalled.file, now: clock.now });
    onTestFinished(() => next.close());
    const lost = stalled.leases.acquire(alice, { ttlMs: 1_000 });
    const journal = stalled.journal(alice, { lease: lost });
    await journal.append(warning(1));
    expect(next.leases.acquire(alice)).toBeUndefined();
    clock.time += 60_000;
    const taken = next.leases.acquire(alice);
    expect(taken).toBeDefined();
    await expect(journal.append(warning(2))).rejects.toMatchObject({ code: "lease_lost" });
    expect(lost?.renew()).toBe(false);
    expect(lost?.signal.aborted).toBe(true);
    lost?.release();
    if (taken !== undefined) await next.journal(alice, { lease: taken }).append(warning(2));
    expect(await eventsOf(next.journal(alice))).toHaveLength(2);
  });

  it("whose time is over, but which nobody took, still counts", async () => {
    const clock = clockAt(Date.now());
    const store = freshStore({ now: clock.now });
    const lease = store.leases.acquire(alice, { ttlMs: 1_000 });
    clock.time += 5_000;
    if (lease !== undefined) await store.journal(alice, { lease }).append(warning(1));
    expect(lease?.renew()).toBe(true);
    expect(store.leases.acquire(alice)).toBeUndefined();
  });

  it("is free at once when its holder was killed", async () => {
    const store = freshStore();
    const { child, lines, exited } = startChild("holding.child.ts", [store.file]);
    await once(lines, "line");
    expect(store.leases.acquire(alice, { ttlMs: MAX_TTL_MS })).toBeUndefined();
    expect(store.leases.holder(alice)?.here).toBe(false);
    child.kill("SIGKILL");
    await exited;
    expect(store.leases.holder(alice)).toBeUndefined();
    expect(store.leases.acquire(alice)).toBeDefined();
  });

  it.each([0, -1, Number.NaN, MAX_TTL_MS + 1])("cannot be taken for %d ms", (ttlMs) => {
    expect(() => freshStore().leases.acquire(alice, { ttlMs })).toThrow(RangeError);
  });
});

describe("a holder", () => {
  const [machine] = JSON.parse(ownHolder());
  const live = (holder: unknown, expiresAt = 10) => isLive({ holder: JSON.stringify(holder), expiresAt }, 5);

  it("lives until its time is over", () => {
    expect(isLive({ holder: ownHolder(), expiresAt: 10 }, 9)).toBe(true);
    expect(isLive({ holder: ownHolder(), expiresAt: 10 }, 10)).toBe(false);
  });

  it("on another machine may live: only its time tells", () => {
    expect(live(["elsewhere", 2 ** 22 + 1, "1"])).toBe(true);
  });

  it("is dead when its process is gone, or its number belongs to a later one", () => {
    expect(live([machine, 2 ** 22 + 1, ""])).toBe(false);
    expect(live([machine, process.pid, "1"])).toBe(false);
  });

  it("does not hold for ever because the clock went back", () => {
    expect(live(["elsewhere", 1, ""], MAX_TTL_MS + 100)).toBe(false);
  });
});
