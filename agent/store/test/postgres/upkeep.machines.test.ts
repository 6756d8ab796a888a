import { Client } from "pg";
import { expect, inject, it, onTestFinished } from "vitest";
import { openPostgresStore } from "../../src/postgres.ts";
import { alice, done, runStart } from "../contract/under-test.ts";
import { optionsOf, placeIn } from "./support/postgres-place.ts";

const url = inject("postgres");

it.skipIf(url === "")(
  "the end of a long run has its history, and the index its texts, without a question",
  async () => {
    const options = optionsOf(placeIn(url));
    const store = await openPostgresStore(options);
    onTestFinished(() => store.close());
    const journal = store.journal(alice);
    const about = { id: "w", time: 0, runId: "r", data: { code: "c", message: "m" } };
    const warnings = Array.from({ length: 1_100 }, (_, n) => ({ ...about, seq: n + 2, type: "warning" }) as const);
    const events = [runStart(1, "r", ["kept", "found", "kept"]), ...warnings, done(1_102, "r")];
    await Promise.all(events.map((event) => journal.append(event)));

    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(`SET search_path TO ${options.schema}`);
    const first = async (sql: string) => (await client.query(sql)).rows[0];
    await expect.poll(() => first("SELECT cardinality(input) AS n FROM events WHERE seq = 1102")).toEqual({ n: 3 });
    await expect.poll(() => first("SELECT words FROM said WHERE seq = 1")).toEqual({ words: " kept" });
    // Nothing of the run is read but its end.
    await client.query("UPDATE events SET body = '{' WHERE seq = 100");
    const contents = (await store.journal(alice).history())?.map(({ content }) => content);
    expect(contents).toEqual(["kept", "found", "kept"]);
  },
);
