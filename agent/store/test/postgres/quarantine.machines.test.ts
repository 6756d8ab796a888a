import pg from "pg";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { alice, runStart } from "../contract/under-test.ts";
import { open, optionsOf, placeIn } from "./support/postgres-place.ts";

const url = inject("postgres");

describe.skipIf(url === "")("a lease on another machine", () => {
  it("that was lost by a process which lives is no death, as soon as that process can say so", async () => {
    const place = placeIn(url);
    const [one, other] = [await open(place), await open(place)];
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(async () => {
      await Promise.all([one.close(), other.close()]);
      await client.end();
    });
    await client.query(`SET search_path TO ${optionsOf(place).schema}`);
    const deaths = async () =>
      (await client.query("SELECT coalesce(json_array_length(deaths::json), 0) AS n FROM open_runs")).rows[0]?.n;
    const lease = await one.leases.acquire(alice);
    const journal = one.journal(alice, { lease });
    await journal.append(runStart(1, "r"));
    const step = { id: "e2", seq: 2, time: 2, runId: "r", type: "step_start" } as const;
    await journal.append({ ...step, data: { step: 0, activeTools: [] } });
    await client.query(`UPDATE leases SET holder = '["elsewhere", 1, "1"]', expires_at = 0`);
    expect(await other.leases.acquire(alice)).toBeDefined();
    expect(await deaths()).toBe(1);
    expect(await lease?.renew()).toBe(false);
    await expect.poll(deaths).toBe(0);
    expect(lease?.signal.aborted).toBe(true);
  });
});
