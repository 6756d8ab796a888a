import pg from "pg";
import { describe, expect, inject, it } from "vitest";
import { openPostgresStore } from "../../src/postgres.ts";
import { alice, done, pause, runStart } from "../contract/under-test.ts";
import { optionsOf, placeIn } from "./support/postgres-place.ts";

const url = inject("postgres");

describe.skipIf(url === "")("a lease that is given back while an event is being stored", () => {
  it.each(["release", "park"] as const)("by %s is had by others only when that event can be read", async (way) => {
    const options = optionsOf(placeIn(url));
    const store = await openPostgresStore(options);
    const other = await openPostgresStore(options);
    const slow = new pg.Client({ connectionString: url });
    await slow.connect();
    try {
      const lease = await store.leases.acquire(alice);
      if (lease === undefined) throw new Error("The lease is free.");
      const journal = store.journal(alice, { lease });
      await journal.append(runStart(1, "r"));
      // The event is stored once this transaction, which has its row, is taken back.
      await slow.query("BEGIN");
      await slow.query(
        `INSERT INTO ${options.schema}.events (thread, seq, body) SELECT id, 2, '' FROM ${options.schema}.threads`,
      );
      const stored = journal.append(done(2, "r")).catch(() => undefined);
      await untilBlocking(slow);
      const given = lease[way]();
      const next = firstSeen(other);
      await Promise.race([next, pause(500)]);
      await slow.query("ROLLBACK");
      await Promise.all([stored, given]);
      expect(await next).toMatchObject({ lastSeq: 2, status: "idle" });
    } finally {
      await slow.end();
      await store.close();
      await other.close();
    }
  });
});

/** The thread as the next one to hold it finds it. */
async function firstSeen({ leases, threads }: Awaited<ReturnType<typeof openPostgresStore>>) {
  while ((await leases.acquire(alice)) === undefined) await pause(10);
  return threads.get(alice);
}

/** Resolves when somebody waits for this connection. */
async function untilBlocking(client: pg.Client): Promise<void> {
  const sql = "SELECT 1 FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))";
  while ((await client.query(sql)).rowCount === 0) await pause(10);
}
