import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { openPostgresStore } from "../../src/postgres.ts";
import { alice, all, done, runStart, warning } from "../contract/under-test.ts";
import { startCuttingProxy } from "./support/cutting-proxy.ts";
import { optionsOf, placeIn } from "./support/postgres-place.ts";

const url = inject("postgres");

async function scene() {
  const options = optionsOf(placeIn(url));
  const other = await openPostgresStore(options);
  const proxy = await startCuttingProxy(url);
  const store = await openPostgresStore({ ...options, url: proxy.url, statementTimeoutMs: 1_000, leaseMs: 600 });
  const watcher = await connected();
  onTestFinished(async () => {
    await Promise.all([store.close(), other.close(), watcher.end()]);
    proxy.close();
  });
  /** Nobody else writes to a table until the connection ends. */
  const lock = async (table: string) => {
    const client = await connected();
    await client.query("BEGIN");
    const isLocked = client.query(`LOCK TABLE ${options.schema}.${table} IN EXCLUSIVE MODE`);
    return { isLocked, letGo: () => client.end() };
  };
  const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '${options.schema}.threads'::regclass`;
  const untilWaiting = async (count: number) => {
    while ((await watcher.query(waiting)).rowCount !== count) await pause(5);
  };
  return { store, other, proxy, lock, untilWaiting };
}

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

describe.skipIf(url === "")("a writer, where the database answers late", () => {
  it("finds what a lost try has stored, though the next one waited too long for a lock", async () => {
    const { store, other, proxy, lock, untilWaiting } = await scene();
    const journal = store.journal(alice);
    await journal.append(warning(1));
    const before = await lock("threads");
    await before.isLocked;
    proxy.loseAnswerTo((sent) => sent.includes('"seq":2,'));
    const appended = Promise.all([journal.append(warning(2)), journal.append(warning(3))]);
    await untilWaiting(1);
    // The first try stores both events, and any other one waits for longer than a statement may take.
    const after = await lock("threads");
    await untilWaiting(2);
    await before.letGo();
    await after.isLocked;
    await pause(1_300);
    await after.letGo();
    await appended;
    expect(proxy.lost).toBe(1);
    expect((await all(other.journal(alice).read())).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it("hears in time that the database is away, however many others write", async () => {
    const { proxy } = await scene();
    const store = await openPostgresStore({ ...optionsOf(placeIn(url)), url: proxy.url, retryMs: 1_000 });
    onTestFinished(() => store.close());
    const chats = Array.from({ length: 8 }, (_, n) => ({ channel: "web", chatId: String(n) }));
    await Promise.all(chats.map((chat) => store.journal(chat).append(warning(1))));
    proxy.close();
    const began = performance.now();
    const outcomes = await Promise.allSettled(chats.map((chat) => store.journal(chat).append(warning(2))));
    const unreachable = expect.objectContaining({ code: "unreachable" });
    expect(outcomes).toEqual(chats.map(() => ({ status: "rejected", reason: unreachable })));
    // Each has two tries of its own where they are tried one after the other.
    expect(performance.now() - began).toBeLessThan(7_000);
  });

  it("stores nothing more where it cannot learn whether it has its lease yet", async () => {
    const { store, other, lock } = await scene();
    const lease = await store.leases.acquire(alice);
    const journal = store.journal(alice, { lease });
    await journal.append(runStart(1, "r"));
    const { isLocked, letGo } = await lock("leases");
    await isLocked;
    await pause(600);
    await expect(journal.append(warning(2))).rejects.toMatchObject({ code: "busy" });
    await letGo();
    await expect(journal.append(done(3, "r"))).rejects.toMatchObject({ code: "busy" });
    const attempt = store.journal(alice, { lease });
    await attempt.append(warning((await attempt.lastSeq()) + 1));
    expect((await all(other.journal(alice).read())).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect((await other.threads.get(alice))?.status).not.toBe("idle");
  });
});
