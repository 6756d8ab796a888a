import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { freshFile } from "../../../test/making.ts";
import { Database } from "./database.ts";
import { migrate } from "./open-database.ts";
import { MIGRATIONS } from "./schema.ts";
import { sqliteFailure } from "./sqlite-failure.ts";

function fresh(): Database {
  const file = freshFile();
  const database = new Database(new DatabaseSync(file), { file });
  onTestFinished(() => database.close());
  return database;
}

function numbers(): Database {
  const database = fresh();
  database.exec("CREATE TABLE numbers (n INTEGER UNIQUE)");
  return database;
}

const insert = (database: Database, n: number) => () => database.run("INSERT INTO numbers VALUES (?)", n);
const all = (database: Database) => database.all("SELECT n FROM numbers ORDER BY n").map(({ n }) => n);

describe("a database", () => {
  it("commits what is queued in one turn together", async () => {
    const database = numbers();
    const before = database.commits;
    const queued = Array.from({ length: 500 }, (_, n) => database.queue(insert(database, n)));
    expect(await Promise.all(queued)).toEqual(Array.from({ length: 500 }, () => 1));
    expect(database.commits - before).toBe(1);
    expect(all(database)).toHaveLength(500);
  });

  it("waits for the disk in every transaction but those that say otherwise, whichever came before", async () => {
    const database = numbers();
    const synced = () => database.first("PRAGMA synchronous")?.synchronous;
    const kinds = [
      async () => expect(database.transaction(synced)).toBe(2),
      async () => expect(await database.queue(synced)).toBe(2),
      async () => expect(await database.soon(synced)).toBe(2),
      async () => expect(database.transactionUnsynced(synced)).toBe(1),
      async () => expect(database.whenFree(() => expect(synced()).toBe(1))).toBe(true),
    ];
    for (const one of kinds)
      for (const other of kinds) {
        await one();
        await other();
      }
    const failed = () => {
      throw new Error("not stored");
    };
    expect(() => database.transactionUnsynced(failed)).toThrow("not stored");
    expect(database.transaction(synced)).toBe(2);
  });

  it("waits for more writers only while some of a crowd are missing, and never for one that writes much", async () => {
    const database = numbers();
    let n = 0;
    const timers = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => timers.mockRestore());
    // As long as a commit waits for more writers; other files of this process have timers of their own.
    const waits = () => timers.mock.calls.filter(([, ms = 0]) => ms >= 5 && ms <= 15);
    const write = (writers: readonly object[]) =>
      Promise.all(writers.map((writer) => database.queue(insert(database, (n += 1)), writer)));
    const crowd = Array.from({ length: 20 }, () => ({}));
    for (let time = 0; time < 5; time += 1) await write(Array.from({ length: 10 }, () => crowd[0] ?? {}));
    for (let time = 0; time < 5; time += 1) await write(crowd);
    // The disk is slow once, so that the next commit waits as long as one may, and the test has the time to write more.
    const slowly = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
    await Promise.all([write(crowd.slice(1)), database.queue(slowly, crowd[0])]);
    expect(waits()).toEqual([]);
    const before = database.commits;
    const early = write(crowd.slice(1));
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(waits()).toHaveLength(1);
    await Promise.all([early, write(crowd.slice(0, 1))]);
    expect(database.commits - before).toBe(1);
  });

  it("rejects only the work that failed, and does the rest in its order", async () => {
    const database = numbers();
    const queued = [1, 2, 1, 3].map((n) => database.queue(insert(database, n)));
    const outcomes = await Promise.allSettled(queued);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect(all(database)).toEqual([1, 2, 3]);
  });

  it("does a transaction whole or not at all", () => {
    const database = numbers();
    const work = () => {
      insert(database, 1)();
      throw new Error("broken off");
    };
    expect(() => database.transaction(work)).toThrow("broken off");
    expect(all(database)).toEqual([]);
    database.transaction(insert(database, 2));
    expect(all(database)).toEqual([2]);
  });

  it("takes rows until it has enough, and leaves no read open that would hold the log", () => {
    const database = numbers();
    for (const n of [1, 2, 3, 4]) database.transaction(insert(database, n));
    const taken = database.take("SELECT n FROM numbers ORDER BY n", [], ({ n }) => n === 2);
    expect(taken.map(({ n }) => n)).toEqual([1, 2]);
    expect(database.take("SELECT n FROM numbers ORDER BY n", [], () => false)).toHaveLength(4);
  });

  it("calls what cannot be written to read-only", () => {
    const database = numbers();
    database.exec("PRAGMA query_only = 1");
    expect(() => database.transaction(insert(database, 1))).toThrow(expect.objectContaining({ code: "read_only" }));
  });

  it("passes on what is not the world's fault", () => {
    const mistake = new TypeError("a mistake");
    expect(sqliteFailure(mistake, "f")).toBe(mistake);
    expect(() => fresh().exec("SELEKT")).toThrow(expect.not.objectContaining({ name: "StoreError" }));
  });
});

describe("migrations", () => {
  const steps = ["CREATE TABLE a (x)", "ALTER TABLE a ADD COLUMN y DEFAULT 7", "CREATE TABLE b AS SELECT y FROM a"];

  it("bring every older schema to the newest, with what is in it", () => {
    for (const from of [1, 2, 3]) {
      const database = fresh();
      migrate(database, steps.slice(0, from));
      database.exec("INSERT INTO a (x) VALUES (1)");
      migrate(database, steps);
      expect(database.all("SELECT x, y FROM a")).toEqual([{ x: 1, y: 7 }]);
      expect(database.all("SELECT y FROM b")).toEqual(from === 3 ? [] : [{ y: 7 }]);
      migrate(database, steps);
    }
  });

  it("are made once where another process makes them at the same moment, between any two looks at the file", () => {
    const other = fresh();
    const once = steps.slice(0, 1);
    class Overtaken extends Database {
      override first(...asked: Parameters<Database["first"]>) {
        const row = super.first(...asked);
        migrate(other, once);
        return row;
      }
    }
    const late = new Overtaken(new DatabaseSync(other.file), other);
    onTestFinished(() => late.close());
    migrate(late, once);
    expect(late.all("SELECT name FROM sqlite_schema")).toEqual([{ name: "a" }]);
  });

  it("that fail leave the schema as it was", () => {
    const database = fresh();
    migrate(database, steps.slice(0, 1));
    expect(() => migrate(database, [...steps.slice(0, 2), "CREATE TABLE a (x)"])).toThrow(/already exists/);
    expect(database.first("PRAGMA user_version")).toEqual({ user_version: 1 });
    expect(() => database.exec("SELECT y FROM a")).toThrow(/no such column/);
  });

  it("make of nothing in one go what they make one after the other", () => {
    const [atOnce, byAndBy] = [fresh(), fresh()];
    migrate(atOnce, MIGRATIONS);
    for (const [index] of MIGRATIONS.entries()) migrate(byAndBy, MIGRATIONS.slice(0, index + 1));
    const schemaOf = (database: Database) =>
      database
        .all("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")
        .map((row) => ({ ...row, sql: row.sql === null ? null : String(row.sql).replace(/\s+/g, " ") }));
    expect(schemaOf(atOnce)).toEqual(schemaOf(byAndBy));
    for (const table of ["output_total", "identity"])
      expect(atOnce.all(`SELECT count(*) AS rows FROM ${table}`)).toEqual([{ rows: 1 }]);
  });

  it("add a column to none of the tables that they have just made, but to those with a row in them", () => {
    const ran: string[] = [];
    class Seen extends Database {
      override exec(sql: string) {
        ran.push(sql);
        super.exec(sql);
      }
    }
    const { file } = fresh();
    const database = new Seen(new DatabaseSync(file), { file });
    onTestFinished(() => database.close());
    migrate(database, MIGRATIONS);
    const altered = [...ran.join().matchAll(/ALTER TABLE (\w+)/g)].map(([, table]) => table);
    expect(altered).toEqual(["identity", "identity"]);
  });

  it("of this version make every table strict", () => {
    const database = fresh();
    migrate(database, MIGRATIONS);
    const tables = database.all(
      "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'",
    );
    expect(tables.length).toBeGreaterThan(8);
    expect(tables.filter(({ strict }) => strict !== 1)).toEqual([]);
  });
});
