import pg, { Client } from "pg";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { readAddress } from "../../src/postgres/database/address.ts";
import { Database } from "../../src/postgres/database/database.ts";
import { migrate } from "../../src/postgres/database/migrate.ts";
import { MIGRATIONS } from "../../src/postgres/database/schema.ts";
import { AppendQueue } from "../../src/postgres/journal/append-queue.ts";
import { completePostgresLimits } from "../../src/postgres/postgres-limits.ts";
import { openPostgresStore } from "../../src/postgres.ts";
import { prepareEvent } from "../../src/rules/journal/prepare-event.ts";
import { alice } from "../contract/under-test.ts";
import { earlier, earlierEvents, resumedEarlier, resumeEarlier } from "../earlier-store.ts";
import { optionsOf, placeIn } from "./support/postgres-place.ts";
import { PASSWORD } from "./support/postgres-server.ts";

const url = inject("postgres");

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

function databaseIn(schema: string, statementTimeoutMs = 30_000): Database {
  const times = { connectTimeoutMs: 5_000, statementTimeoutMs, retryMs: 1_000 };
  const database = new Database({ driver: pg, address: readAddress(url), schema, connections: 2, ...times });
  onTestFinished(() => database.close());
  return database;
}

describe.skipIf(url === "")("the schema", () => {
  it("is made by several who open at once, and is there for the next one", async () => {
    const options = optionsOf(placeIn(url));
    const stores = await Promise.all(Array.from({ length: 6 }, () => openPostgresStore(options)));
    await stores[0]?.threads.create(alice);
    expect((await stores[5]?.threads.get(alice))?.conversation).toEqual(alice);
    await Promise.all(stores.map((store) => store.close()));
  });

  it("is brought to a new version however long that takes, and others wait for it", async () => {
    const { schema } = optionsOf(placeIn(url));
    const impatient = Array.from({ length: 2 }, () => databaseIn(schema, 300));
    await migrate(databaseIn(schema), MIGRATIONS);
    const longer = [...MIGRATIONS, "SELECT pg_sleep(2)"];
    await Promise.all(impatient.map((database) => migrate(database, longer)));
    await expect(impatient[0]?.run("SELECT pg_sleep(2)")).rejects.toThrow(/statement/);
    const version = await impatient[1]?.first("SELECT version FROM store_version");
    expect(version).toEqual({ version: longer.length });
  });

  it("of a later version is refused by name, and left to that version", async () => {
    const options = optionsOf(placeIn(url));
    await (await openPostgresStore(options)).close();
    const client = await connected();
    await client.query(`UPDATE ${options.schema}.store_version SET version = 1000`);
    const refused = openPostgresStore(options);
    await expect(refused).rejects.toMatchObject({ code: "newer_schema" });
    await expect(refused).rejects.toThrow(/version 1000 .* schema t[0-9a-f]+/);
    expect((await client.query(`SELECT version FROM ${options.schema}.store_version`)).rows).toEqual([
      { version: 1000 },
    ]);
  });

  it("of somebody else is refused, and left alone", async () => {
    const options = optionsOf(placeIn(url));
    const client = await connected();
    await client.query(`CREATE SCHEMA ${options.schema}`);
    await client.query(`CREATE TABLE ${options.schema}.recipes (name text)`);
    await expect(openPostgresStore(options)).rejects.toMatchObject({ code: "foreign_database" });
    const tables = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = $1", [options.schema]);
    expect(tables.rows).toEqual([{ tablename: "recipes" }]);
  });

  it("is brought from every older version to the newest, with what is in it, whole or not at all", async () => {
    const steps = [
      "CREATE TABLE store_version (version integer NOT NULL)\n--\nINSERT INTO store_version VALUES (0)\n--\nCREATE TABLE a (x int)",
      "ALTER TABLE a ADD COLUMN y int DEFAULT 7",
      "CREATE TABLE b AS SELECT y FROM a",
    ];
    for (const from of [1, 2, 3]) {
      const database = databaseIn(optionsOf(placeIn(url)).schema);
      await migrate(database, steps.slice(0, from));
      await database.run("INSERT INTO a (x) VALUES (1)");
      await expect(migrate(database, [...steps, "CREATE TABLE a (x int)"])).rejects.toThrow(/already exists/);
      expect(await database.first("SELECT version FROM store_version")).toEqual({ version: from });
      await migrate(database, steps);
      expect(await database.all("SELECT x, y FROM a")).toEqual([{ x: 1, y: 7 }]);
      expect(await database.all("SELECT y FROM b")).toEqual(from === 3 ? [] : [{ y: 7 }]);
      await migrate(database, steps);
    }
  });

  it("of its first version is brought to this one with its journals, and their runs are resumed", async () => {
    const options = optionsOf(placeIn(url));
    const database = databaseIn(options.schema);
    await migrate(database, MIGRATIONS.slice(0, 1));
    // What stores the events is of today, and writes this as well.
    await database.run("ALTER TABLE threads ADD COLUMN first_said text");
    const limits = completePostgresLimits(undefined);
    const appends = new AppendQueue({ database, limits, onStored: () => undefined });
    for (const event of earlierEvents) {
      const given = { conversation: earlier, thread: undefined, after: undefined, lease: undefined };
      await appends.append({ prepared: prepareEvent(event, limits), ...given });
    }
    await database.run("ALTER TABLE threads DROP COLUMN first_said");
    const store = await openPostgresStore(options);
    onTestFinished(() => store.close());
    const [run] = earlierEvents;
    const message = run?.type === "run_start" ? run.data.input.at(-1) : undefined;
    const range = { channel: earlier.channel, message: message ?? { role: "user", content: "" } } as const;
    expect((await store.threads.begunWith(range)).map(({ conversation }) => conversation)).toEqual([earlier]);
    expect(await store.threads.get(earlier)).toMatchObject({ status: "interrupted", lastSeq: 28 });
    expect(await resumeEarlier(store)).toEqual(resumedEarlier);
  });

  it("a wrong password, a missing database: the error names the place and holds no password", async () => {
    const wrong = new URL(url);
    wrong.password = "wr0ng-secret";
    const missing = new URL(url);
    missing.pathname = "/nowhere";
    for (const address of [wrong.href, missing.href]) {
      const failure: unknown = await openPostgresStore({ url: address }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: "unreachable" });
      const told = `${String(failure)} ${failure instanceof Error ? failure.stack : ""} ${JSON.stringify(failure)}`;
      expect(told).toContain("toolwright:***@127.0.0.1");
      expect(told).not.toContain("wr0ng-secret");
      expect(told).not.toContain(PASSWORD);
      expect(told).not.toContain(encodeURIComponent(PASSWORD));
    }
  });

  it("a name that PostgreSQL cannot keep is kept, and two such names are two", async () => {
    const store = await openPostgresStore(optionsOf(placeIn(url)));
    onTestFinished(() => store.close());
    for (const chatId of ["a\0", "a", "\\", '"; DROP SCHEMA public', "\ud800"]) {
      expect((await store.threads.create({ channel: "web", chatId })).conversation.chatId).toBe(chatId);
    }
    expect((await store.threads.list({ channel: "web" })).threads).toHaveLength(5);
    expect(await store.threads.get({ channel: "web", chatId: "\0" })).toBeUndefined();
    const tooLong = store.threads.create({
      channel: "web",
      chatId: Array.from({ length: 4_000 }, () => Math.random()).join(),
    });
    await expect(tooLong).rejects.toMatchObject({ code: "too_large" });
  });
});
