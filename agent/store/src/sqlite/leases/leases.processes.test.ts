import { once } from "node:events";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { warning } from "../../../../../runtime/core/test/journal-contract.ts";
import { runStart } from "../../../test/contract/under-test.ts";
import { alice, freshFile, freshStore, lockedWhile, startChild } from "../../../test/making.ts";
import { isLive, MAX_TTL_MS, ownHolder } from "../../rules/leases/holder.ts";
import { openStore } from "../open-store.ts";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Changes a store behind its back. */
function changed(file: string, sql: string): void {
  const other = new DatabaseSync(file);
  other.exec(sql);
  other.close();
}

describe("a lease", () => {
  it("ends with its time when it cannot be given back", async () => {
    const store = freshStore({ busyTimeoutMs: 1 });
    const lease = store.leases.acquire(alice, { ttlMs: 1_000 });
    lockedWhile(store.file, () => lease?.release());
    expect(store.leases.acquire(alice)).toBeUndefined();
    expect(lease?.renew()).toBe(false);
    await expect.poll(() => store.leases.acquire(alice)).toBeDefined();
  });

  it("that could not be given back is given back as soon as that can be stored", async () => {
    const store = freshStore({ busyTimeoutMs: 1 });
    const lease = store.leases.acquire(alice, { ttlMs: 300 });
    lockedWhile(store.file, () => lease?.release());
    changed(store.file, "UPDATE leases SET boot_until = boot_until + 1000000");
    expect(store.leases.acquire(alice)).toBeUndefined();
    await expect.poll(() => store.leases.acquire(alice), { interval: 20 }).toBeDefined();
  });

  it("is lost without harm to its run by a process that lives where nobody can see it", async () => {
    const store = freshStore();
    const other = openStore({ file: store.file });
    onTestFinished(() => other.close());
    const lease = store.leases.acquire(alice);
    const journal = store.journal(alice, { lease });
    await journal.append(runStart(1, "r"));
    const step = { id: "e2", seq: 2, time: 2, runId: "r", type: "step_start" } as const;
    await journal.append({ ...step, data: { step: 0, activeTools: [] } });
    const database = new DatabaseSync(store.file);
    onTestFinished(() => database.close());
    database.exec(`UPDATE leases SET holder = '["elsewhere", 1, "1"]', expires_at = 0, boot = NULL`);
    const deaths = () => database.prepare("SELECT json_array_length(deaths) AS n FROM open_runs").get()?.n ?? 0;
    // Its process is taken for dead, until it says that it is not.
    expect(other.leases.acquire(alice)).toBeDefined();
    expect(deaths()).toBe(1);
    expect(lease?.renew()).toBe(false);
    expect(deaths()).toBe(0);
  });

  it("renews itself, also while others are taken all the time", async () => {
    const store = freshStore();
    const lease = store.leases.acquire(alice, { ttlMs: 600 });
    const before = store.leases.holder(alice)?.expiresAt ?? 0;
    const until = performance.now() + 10_000;
    for (let n = 0; performance.now() < until && !lease?.signal.aborted; n += 1) {
      store.leases.acquire({ channel: "web", chatId: String(n) }, { ttlMs: 600 });
      await wait(20);
      if ((store.leases.holder(alice)?.expiresAt ?? 0) > before + 100) return;
    }
    expect.fail("It was never renewed.");
  });

  it("whose time is over, but which nobody took, still counts", async () => {
    const store = freshStore();
    const lease = store.leases.acquire(alice);
    changed(store.file, "UPDATE leases SET boot_until = 0");
    expect(store.leases.holder(alice)).toBeUndefined();
    if (lease !== undefined) await store.journal(alice, { lease }).append(warning(1));
    expect(lease?.renew()).toBe(true);
  });

  it.each([-365, -1, 1, 365])("of a living neighbour outlasts a clock that is %d days off", async (days) => {
    const file = freshFile();
    const { lines } = startChild("holding.child.ts", [file, "15000"]);
    await once(lines, "line");
    const store = freshStore({ file, now: () => Date.now() + days * 86_400_000 });
    const journal = store.journal(alice);
    await journal.append(runStart(1, "r"));
    expect(store.leases.acquire(alice)).toBeUndefined();
    expect(store.leases.holder(alice)?.here).toBe(false);
    expect(store.threads.get(alice)?.status).toBe("running");
    expect(store.threads.interrupted()).toEqual([]);
    expect(store.threads.delete(alice)).toBe("running");
  });

  it("of an earlier start of this machine goes by the time of day", () => {
    const store = freshStore();
    store.leases.acquire(alice);
    changed(store.file, `UPDATE leases SET holder = '["elsewhere", 1, ""]', boot = 'earlier', boot_until = 0`);
    expect(store.leases.acquire(alice)).toBeUndefined();
    changed(store.file, "UPDATE leases SET expires_at = 0, boot_until = 1000000000000000");
    expect(store.leases.acquire(alice)).toBeDefined();
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
