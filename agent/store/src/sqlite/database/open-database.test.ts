import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { eventsOf, warning } from "../../../../../runtime/core/test/journal-contract.ts";
import { alice, bob, freshFile, freshStore, linesOf } from "../../../test/making.ts";
import { StoreError } from "../../port/store-error.ts";
import { openStore } from "../open-store.ts";
import { MIGRATIONS } from "./schema.ts";

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    expect(StoreError.isInstance(error)).toBe(true);
    return StoreError.isInstance(error) ? error.code : "";
  }
  return "opened";
}

/** A store with one event, closed. */
async function usedFile(): Promise<string> {
  const file = freshFile();
  const store = openStore({ file });
  await store.journal(alice).append(warning(1));
  store.close();
  return file;
}

const sql = (file: string, text: string): void => {
  const database = new DatabaseSync(file);
  database.exec(text);
  database.close();
};

describe("opening a store", () => {
  it("makes the file and its folders, for their owner only", () => {
    const file = join(dirname(freshFile()), "deep/er/store.db");
    openStore({ file }).close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
  });

  it("makes none for a store in memory, which is of one opening alone", async () => {
    const [one, other] = [openStore({ file: ":memory:" }), openStore({ file: ":memory:" })];
    await one.journal(alice).append(warning(1));
    expect(one.file).toBe(":memory:");
    expect([one.journal(alice).lastSeq(), other.journal(alice).lastSeq()]).toEqual([1, 0]);
    for (const store of [one, other]) store.close();
    expect(existsSync(":memory:")).toBe(false);
  });

  it("takes an empty file as a new store", () => {
    const file = freshFile();
    writeFileSync(file, "");
    expect(codeOf(() => openStore({ file }).close())).toBe("opened");
  });

  it("refuses what is no database, byte for byte unchanged", () => {
    const file = freshFile();
    const text = "these are my notes\n".repeat(500);
    writeFileSync(file, text);
    expect(codeOf(() => openStore({ file }))).toBe("not_a_database");
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it("refuses a database of somebody else, byte for byte unchanged", () => {
    const file = freshFile();
    sql(file, "CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('soup')");
    const before = readFileSync(file);
    expect(codeOf(() => openStore({ file }))).toBe("foreign_database");
    expect(readFileSync(file).equals(before)).toBe(true);
    sql(file, "DROP TABLE recipes; PRAGMA application_id = 7");
    expect(codeOf(() => openStore({ file }))).toBe("foreign_database");
  });

  it("refuses a store that a later version made, and leaves it to that version", async () => {
    const file = await usedFile();
    sql(file, "PRAGMA user_version = 1000");
    expect(codeOf(() => openStore({ file }))).toBe("newer_schema");
    sql(file, `PRAGMA user_version = ${MIGRATIONS.length}`);
    const store = openStore({ file });
    onTestFinished(() => store.close());
    expect(await eventsOf(store.journal(alice))).toHaveLength(1);
  });

  it("says where a file cannot be: a directory, or below a file", () => {
    const file = freshFile();
    mkdirSync(file);
    expect(codeOf(() => openStore({ file }))).toBe("io");
    const plain = freshFile();
    writeFileSync(plain, "");
    expect(codeOf(() => openStore({ file: join(plain, "store.db") }))).toBe("io");
  });

  it.skipIf(process.getuid?.() === 0)("refuses a file that may not be written to", async () => {
    const file = await usedFile();
    chmodSync(file, 0o400);
    expect(codeOf(() => openStore({ file }))).toBe("read_only");
  });

  it("finds damage when it reads it, and says so", async () => {
    const file = freshFile();
    const store = openStore({ file });
    for (let seq = 1; seq <= 200; seq += 1) void store.journal(alice).append(warning(seq, "x".repeat(2_000)));
    store.close();
    truncateSync(file, statSync(file).size / 2);
    const code = await (async () => {
      try {
        const damaged = openStore({ file });
        onTestFinished(() => damaged.close());
        await eventsOf(damaged.journal(alice));
      } catch (error) {
        return StoreError.isInstance(error) ? error.code : String(error);
      }
      return "read";
    })();
    expect(code).toBe("corrupt");
  });

  it("builds nothing on damage that it has found, also where it was found later", async () => {
    const file = freshFile();
    const written = openStore({ file });
    const events = Array.from({ length: 300 }, (_, n) => warning(n + 1, "x".repeat(20_000)));
    await Promise.all(events.map((event) => written.journal(alice).append(event)));
    written.close();
    const store = freshStore({ file });
    const bytes = readFileSync(file);
    bytes.fill(0, Math.floor(bytes.length / 3), Math.floor((bytes.length * 2) / 3));
    writeFileSync(file, bytes);
    store.threads.create(bob);
    await expect(eventsOf(store.journal(alice))).rejects.toMatchObject({ code: "corrupt" });
    expect(codeOf(() => store.threads.create({ channel: "web" }))).toBe("corrupt");
    await expect(store.journal(bob).append(warning(1))).rejects.toMatchObject({ code: "corrupt" });
    await expect(store.probe()).rejects.toMatchObject({ code: "corrupt" });
    expect(store.threads.get(bob)).toBeDefined();
  });

  it("refuses limits that limit nothing", () => {
    for (const eventBytes of [0, -1, Number.NaN]) {
      expect(() => openStore({ file: freshFile(), limits: { eventBytes } })).toThrow(RangeError);
    }
  });

  it("leaves what is written in the log until that has 16 MB, and copies it then", async () => {
    const store = freshStore();
    const journal = store.journal(alice);
    const half = Array.from({ length: 80 }, (_, n) => n + 1);
    for (const seq of half) await journal.append(warning(seq, "x".repeat(100_000)));
    expect(statSync(store.file).size).toBeLessThan(1_000_000);
    for (const seq of half) await journal.append(warning(80 + seq, "x".repeat(150_000)));
    expect(statSync(store.file).size).toBeGreaterThan(10_000_000);
    expect(statSync(`${store.file}-wal`).size).toBeLessThan(18_000_000);
  });

  it("is possible for several processes at once, also when the file is new", async () => {
    const file = freshFile();
    const opened = await Promise.all([1, 2, 3, 4].map((n) => linesOf("opening.child.ts", [file, String(n)])));
    expect(opened.flat()).toEqual(["opened", "opened", "opened", "opened"]);
  });
});

describe("a store that is full", () => {
  it("says so, keeps all that it had, and goes on when there is room again", async () => {
    const file = freshFile();
    const small = openStore({ file, limits: { databaseBytes: 400_000 } });
    const journal = small.journal(alice);
    let stored = 0;
    const failed = await (async () => {
      for (;;) {
        try {
          await journal.append(warning(stored + 1, "x".repeat(5_000)));
        } catch (error) {
          return error;
        }
        stored += 1;
      }
    })();
    expect(failed).toMatchObject({ code: "full" });
    await expect(small.probe()).rejects.toMatchObject({ code: "full" });
    expect(stored).toBeGreaterThan(20);
    expect(codeOf(() => small.threads.list({ channel: "web" }))).toBe("opened");
    small.close();
    const large = openStore({ file });
    onTestFinished(() => large.close());
    expect(await eventsOf(large.journal(alice))).toHaveLength(stored);
    await large.journal(alice).append(warning(stored + 1));
  });

  it("takes nothing with it that was committed together with what did not fit", async () => {
    const store = freshStore({ limits: { databaseBytes: 400_000 } });
    const large = store.journal(alice).append(warning(1, "x".repeat(400_000)));
    const small = store.journal(bob).append(warning(1));
    await expect(large).rejects.toMatchObject({ code: "full" });
    await small;
    expect(await eventsOf(store.journal(bob))).toHaveLength(1);
    expect(await eventsOf(store.journal(alice))).toEqual([]);
  });
});

describe("a store that is locked", () => {
  it("waits, then says busy, and has stored nothing", async () => {
    const store = freshStore({ busyTimeoutMs: 50 });
    const other = new DatabaseSync(store.file);
    other.exec("BEGIN IMMEDIATE");
    await expect(store.journal(alice).append(warning(1))).rejects.toMatchObject({ code: "busy" });
    expect(codeOf(() => store.threads.create({ channel: "web" }))).toBe("busy");
    other.exec("ROLLBACK");
    other.close();
    await store.journal(alice).append(warning(1));
  });
});

describe("a store that is closed", () => {
  it("has stored what was queued, and says closed from then on", async () => {
    const file = freshFile();
    const store = openStore({ file });
    const queued = store.journal(alice).append(warning(1));
    store.close();
    await queued;
    await expect(store.journal(alice).append(warning(2))).rejects.toMatchObject({ code: "closed" });
    expect(codeOf(() => store.threads.get(alice))).toBe("closed");
    expect(() => store.close()).not.toThrow();
    const again = openStore({ file });
    onTestFinished(() => again.close());
    expect(await eventsOf(again.journal(alice))).toHaveLength(1);
  });
});
