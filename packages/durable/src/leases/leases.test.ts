import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { warning } from "../../../core/test/journal-contract.ts";
import { alice, clockAt, freshStore, lockedWhile, startChild } from "../../test/making.ts";
import { isLive, MAX_TTL_MS, ownHolder } from "./holder.ts";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a lease", () => {
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
