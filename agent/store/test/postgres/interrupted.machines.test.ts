import { Client } from "pg";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { Database } from "../../src/postgres/database/database.ts";
import { openPostgresStore } from "../../src/postgres.ts";
import { ownHolder, startOfHoldersHere } from "../../src/rules/leases/holder.ts";
import { optionsOf, placeIn } from "./support/postgres-place.ts";

const url = inject("postgres");

it.skipIf(url === "")("a look for runs to take up reads none that others hold or that wait for people", async () => {
  const options = optionsOf(placeIn(url));
  const store = await openPostgresStore(options);
  onTestFinished(() => store.close());
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`SET search_path TO ${options.schema}`);
  const open = async (chatId: string, holder?: string, leftMs = 60_000) => {
    await store.threads.create({ channel: "web", chatId });
    await client.query("INSERT INTO open_runs (thread, run_id) SELECT id, 'r' FROM threads WHERE chat_id = $1", [
      chatId,
    ]);
    const lease = "INSERT INTO leases (channel, chat_id, token, holder, expires_at) VALUES ('web', $1, $1, $2, $3)";
    if (holder !== undefined) await client.query(lease, [chatId, holder, Date.now() + leftMs]);
  };
  await open("here", ownHolder());
  await open("elsewhere", '["another machine",1,"2"]');
  await open("asking");
  await client.query("UPDATE open_runs SET parked_seq = t.last_seq FROM threads AS t WHERE t.id = thread");
  const asked = "INSERT INTO approvals (approval_id, channel, chat_id, question, binding, created_at, state)";
  await client.query(`${asked} VALUES ('a', 'web', 'asking', '{}', 'b', 0, 'pending')`);
  await open("free");
  await open("expired", '["another machine",1,"2"]', -1);
  await open("before the clock went back", '["another machine",1,"2"]', 7_200_000);
  await open("dead", `${startOfHoldersHere()}4194304,"1"]`);
  const read = vi.spyOn(Database.prototype, "all");
  const found = await store.threads.interrupted({ channel: "web" });
  const free = ["free", "expired", "before the clock went back", "dead"];
  expect(found.map(({ chatId }) => chatId).toSorted()).toEqual(free.toSorted());
  expect(await read.mock.results[0]?.value).toHaveLength(free.length);
});
