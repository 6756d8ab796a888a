import { Client } from "pg";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { openPostgresStore } from "../../src/postgres.ts";
import { alice, warning } from "../contract/under-test.ts";
import { pay, question } from "../making.ts";
import { startCuttingProxy } from "./support/cutting-proxy.ts";
import { optionsOf, placeIn } from "./support/postgres-place.ts";

const url = inject("postgres");
const TIMES = { statementTimeoutMs: 300, connectTimeoutMs: 300, retryMs: 100, pollMs: 100 };

async function scene() {
  const options = optionsOf(placeIn(url));
  const proxy = await startCuttingProxy(url);
  const other = await openPostgresStore(options);
  const store = await openPostgresStore({ ...options, ...TIMES, url: proxy.url });
  onTestFinished(async () => {
    await Promise.all([store.close(), other.close()]);
    proxy.close();
  });
  /** A connection that has the questions locked: nobody reads or writes them, as `mode` says. */
  const lock = async (mode: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query("BEGIN");
    const locked = client.query(`LOCK TABLE ${options.schema}.approvals IN ${mode} MODE`);
    return { locked, letGo: () => client.end() };
  };
  const ask = () => store.approvals.approver(alice).approve(question("q"), pay, AbortSignal.timeout(60_000));
  return { store, other, proxy, lock, ask };
}

describe.skipIf(url === "")("a question to a person, where the database answers late", () => {
  it("waits until it can be stored", async () => {
    const { store, other, proxy, ask } = await scene();
    proxy.hold(true);
    proxy.cut();
    const answer = ask();
    await expect(store.threads.get(alice)).rejects.toMatchObject({ code: "unreachable" });
    proxy.hold(false);
    await expect.poll(() => other.approvals.claim({ approvalId: "q", approve: true })).toHaveProperty("approval");
    expect(await answer).toMatchObject({ approve: true });
  });

  it("waits when it cannot be seen whether somebody has answered", async () => {
    const { store, other, lock, ask } = await scene();
    const answer = ask();
    await expect.poll(() => other.approvals.list()).toHaveLength(1);
    const { locked, letGo } = await lock("ACCESS EXCLUSIVE");
    await locked;
    // Whoever waits looks again.
    await store.journal(alice).append(warning(1));
    await expect(store.approvals.list()).rejects.toMatchObject({ code: "busy" });
    await letGo();
    await other.approvals.claim({ approvalId: "q", approve: true });
    expect(await answer).toMatchObject({ approve: true });
  });

  it("has its answer when it was read, whatever the database does then", async () => {
    const { other, lock, ask } = await scene();
    const answer = ask();
    await expect.poll(() => other.approvals.list()).toHaveLength(1);
    const before = await lock("EXCLUSIVE");
    await before.locked;
    const claimed = other.approvals.claim({ approvalId: "q", approve: true });
    // Locked again from the moment in which the answer is stored, until this test is over.
    const after = await lock("EXCLUSIVE");
    await before.letGo();
    await Promise.all([claimed, after.locked]);
    expect(await answer).toMatchObject({ approve: true });
    await after.letGo();
  });
});
