import { expect, it } from "vitest";
import { done, runStart } from "../../test/contract/under-test.ts";
import { alice, freshFile, freshStore } from "../../test/making.ts";
import { openDatabase } from "./database/open-database.ts";
import { openStore } from "./open-store.ts";

const LIMITS = { busyTimeoutMs: 5_000, maxBytes: 1e9 };

it("takes what was said into the index without a search, and what a process left behind that ended before", async () => {
  const file = freshFile();
  const before = openStore({ file });
  for (let thread = 0; thread < 100; thread += 1) {
    const journal = before.journal({ channel: "web", chatId: `t${thread}` });
    await Promise.all([journal.append(runStart(1, "r", [`word${thread}`])), journal.append(done(2, "r"))]);
  }
  before.close();
  const store = freshStore({ file });
  const database = openDatabase({ file, ...LIMITS });
  const said = () => database.first("SELECT count(*) AS n FROM said WHERE seq > 0")?.n;
  expect(said()).toBeLessThan(100);
  const journal = store.journal(alice);
  await Promise.all([journal.append(runStart(1, "r", ["newest"])), journal.append(done(2, "r"))]);
  await expect.poll(said).toBe(101);
  store.close();
  database.close();
});

it("keeps the history of a long run with its end, reads that alone, and finds damage in it", async () => {
  const file = freshFile();
  const store = freshStore({ file });
  const journal = store.journal(alice);
  const warning = (seq: number) => ({ id: "w", seq, time: 0, runId: "r", data: { code: "c", message: "m" } });
  const warnings = Array.from({ length: 1_100 }, (_, n) => ({ ...warning(n + 2), type: "warning" }) as const);
  await Promise.all([runStart(1, "r", ["kept"]), ...warnings, done(1_102, "r")].map((event) => journal.append(event)));
  const database = openDatabase({ file, ...LIMITS });
  const kept = () => database.first("SELECT input FROM events WHERE seq = 1102")?.input;
  await expect.poll(kept).toBe("[1]");
  // Nothing of the run is read but its end.
  database.run("UPDATE events SET body = '{' WHERE seq = 100");
  expect(await store.journal(alice).history()).toEqual([{ role: "user", content: "kept" }]);
  database.run("UPDATE messages SET body = replace(body, 'kept', 'lost')");
  await expect(store.journal(alice).history()).rejects.toMatchObject({ code: "corrupt" });
  database.close();
});
