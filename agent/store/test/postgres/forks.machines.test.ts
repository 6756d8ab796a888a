import { Client } from "pg";
import { expect, inject, it, onTestFinished } from "vitest";
import { openPostgresStore } from "../../src/postgres.ts";
import { alice, all, done, runStart } from "../contract/under-test.ts";
import { optionsOf, placeIn } from "./support/postgres-place.ts";

const url = inject("postgres");

it.skipIf(url === "")("a fork begins with whole runs, also where one ends while it looks for their end", async () => {
  const options = optionsOf(placeIn(url));
  const store = await openPostgresStore(options);
  onTestFinished(() => store.close());
  const journal = store.journal(alice);
  for (const event of [runStart(1, "a"), done(2, "a"), runStart(3, "b")]) await journal.append(event);

  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`SET search_path TO ${options.schema}; BEGIN; LOCK TABLE open_runs IN ACCESS EXCLUSIVE MODE`);
  const forking = (async () => store.threads.fork({ from: alice }))();
  const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'open_runs'::regclass";
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
  const body = JSON.stringify(done(4, "b"));
  await client.query("INSERT INTO events (thread, seq, body) SELECT id, 4, $1 FROM threads", [body]);
  await client.query("UPDATE threads SET last_seq = 4; DELETE FROM open_runs; COMMIT");

  const fork = await forking;
  const events = fork && (await all(store.journal(fork.conversation).read()));
  expect([2, 4]).toContain(events?.length);
});
