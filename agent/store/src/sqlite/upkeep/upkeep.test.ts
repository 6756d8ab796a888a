import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { eventsOf, warning } from "../../../../../runtime/core/test/journal-contract.ts";
import { runStart } from "../../../test/contract/under-test.ts";
import { alice, asMadeBy, bob, freshFile, freshStore, startChild } from "../../../test/making.ts";
import { quickFolder } from "../../../test/quick-folder.ts";
import { MIGRATIONS } from "../database/schema.ts";
import { openStore } from "../open-store.ts";
import { backupStore } from "./backup-store.ts";
import { checkStore } from "./check-store.ts";
import { restoreStore } from "./restore-store.ts";

function folder(): string {
  const path = quickFolder("toolwright-upkeep-");
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function change(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; ${sql}`);
  database.close();
}

/** A store with two conversations, and a run that began with a message. */
async function used() {
  const store = freshStore();
  const journal = store.journal(alice);
  await journal.append(runStart(1, "r"));
  for (let seq = 2; seq <= 300; seq += 1) await journal.append(warning(seq));
  await store.outputs.save("long", alice);
  store.threads.create(bob);
  return store;
}

describe("a backup", () => {
  it("holds all that was acknowledged, most of which stands in the log alone, and is no store", async () => {
    const store = await used();
    const to = join(folder(), "b.backup");
    expect(backupStore({ file: store.file, to })).toEqual({
      threads: 2,
      events: 300,
      files: 0,
      bytes: statSync(to).size,
    });
    expect(statSync(to).mode & 0o777).toBe(0o600);
    expect(() => openStore({ file: to })).toThrow(/backup: toolwright store restore/);
    rmSync(`${to}-open`, { force: true });
    const file = freshFile();
    expect(restoreStore({ from: to, file })).toEqual({ before: [], files: 0 });
    const restored = freshStore({ file });
    expect(await eventsOf(restored.journal(alice))).toEqual(await eventsOf(store.journal(alice)));
    expect(restored.identity()).toBe(store.identity());
    expect(checkStore(file)).toMatchObject({ findings: [], threads: 2, events: 300 });
    expect(readdirSync(dirname(to))).toEqual(["b.backup"]);
  });

  it("is of one moment while a run writes, and takes the files along that its events name", async () => {
    const store = freshStore();
    const state = folder();
    const journal = store.journal(alice);
    let written = 0;
    const write = async () => {
      written += 1;
      writeFileSync(join(state, String(written)), `file ${written}`);
      await journal.append(warning(written, `named ${written}`));
    };
    const copies: { readonly to: string; readonly atLeast: number }[] = [];
    for (let n = 0; n < 5; n += 1) {
      for (let m = 0; m < 20; m += 1) await write();
      const under = write();
      const to = join(folder(), "b");
      const beside = () => readdirSync(state).map((name) => ({ name: `outputs/${name}`, path: join(state, name) }));
      copies.push({ to, atLeast: written - 1 });
      backupStore({ file: store.file, to, beside });
      await under;
    }
    for (const { to, atLeast } of copies) {
      const [file, path] = [freshFile(), join(folder(), "outputs")];
      restoreStore({ from: to, file, places: { outputs: { path, how: "add" } } });
      const events = await eventsOf(freshStore({ file }).journal(alice));
      expect(events.length).toBeGreaterThanOrEqual(atLeast);
      expect(events.filter(({ seq }) => readFileSync(join(path, String(seq)), "utf8") !== `file ${seq}`)).toEqual([]);
    }
  });

  it("is refused where a file is, and leaves nothing where it cannot be made", async () => {
    const store = await used();
    const to = join(folder(), "b");
    writeFileSync(to, "mine");
    expect(() => backupStore({ file: store.file, to })).toThrow(/already/);
    expect(readFileSync(to, "utf8")).toBe("mine");
    expect(() => backupStore({ file: store.file, to: join(folder(), "no", "b") })).toThrow(
      expect.objectContaining({ code: "io" }),
    );
    expect(() => backupStore({ file: freshFile(), to: join(folder(), "b") })).toThrow(/no store/);
  });
});

describe("restoring", () => {
  it("is refused while any process has the store open, and changes nothing then", async () => {
    const backup = join(folder(), "b");
    backupStore({ file: (await used()).file, to: backup });
    const file = freshFile();
    const { child, lines, exited } = startChild("holding.child.ts", [file]);
    await once(lines, "line");
    const before = readFileSync(file);
    expect(() => restoreStore({ from: backup, file })).toThrow(expect.objectContaining({ code: "busy" }));
    expect(readFileSync(file).equals(before)).toBe(true);
    child.kill("SIGKILL");
    await exited;
    expect(restoreStore({ from: backup, file }).before).toEqual([`${file}.before`]);
    const kept = new DatabaseSync(`${file}.before`);
    onTestFinished(() => kept.close());
    expect(kept.prepare("SELECT count(*) AS n FROM leases").get()).toEqual({ n: 1 });
    const restored = freshStore({ file });
    expect(restored.threads.get(bob)).toBeDefined();
    expect(restored.leases.acquire(alice)).toBeDefined();
  });

  it("keeps everything that was there, each time under another name", async () => {
    const store = await used();
    const backup = join(folder(), "b");
    const place = join(folder(), "undo");
    const log = join(folder(), "log.jsonl");
    writeFileSync(log, "old");
    backupStore({ file: store.file, to: backup, beside: () => [{ name: "undo/session-1/log.jsonl", path: log }] });
    store.close();
    const places = { undo: { path: place, how: "replace" } } as const;
    for (const kept of [".before", ".before-2", ".before-3"]) {
      const { before, files } = restoreStore({ from: backup, file: store.file, places });
      expect(files).toBe(1);
      expect(before[0]).toBe(`${store.file}${kept}`);
      writeFileSync(join(place, "session-1/log.jsonl"), "newer");
    }
    const names = readdirSync(dirname(store.file)).filter((name) => name.includes(".before"));
    expect(names.toSorted()).toEqual(
      [".before", ".before-2", ".before-3"].map((end) => `${basename(store.file)}${end}`),
    );
    expect(readdirSync(dirname(place)).toSorted()).toEqual(["undo", "undo.before", "undo.before-2"]);
    expect(readFileSync(join(`${place}.before`, "session-1/log.jsonl"), "utf8")).toBe("newer");
  });

  it("puts a store in the place of one that is damaged, and writes nothing outside of its places", async () => {
    const store = await used();
    const backup = join(folder(), "b");
    const place = folder();
    backupStore({ file: store.file, to: backup, beside: () => [{ name: "outputs/../../out", path: store.file }] });
    store.close();
    writeFileSync(store.file, "no database at all, but long enough to be looked at ".repeat(100));
    restoreStore({ from: backup, file: store.file, places: { outputs: { path: join(place, "o"), how: "add" } } });
    expect(checkStore(store.file).findings).toEqual([]);
    expect(existsSync(join(place, "..", "out"))).toBe(false);
  });

  it("is refused for a backup that is damaged", async () => {
    const store = await used();
    const backup = join(folder(), "b");
    backupStore({ file: store.file, to: backup });
    store.close();
    const bytes = readFileSync(backup);
    bytes.fill(0, bytes.length / 2, bytes.length / 2 + 5_000);
    writeFileSync(backup, bytes);
    const before = readFileSync(store.file);
    expect(() => restoreStore({ from: backup, file: store.file })).toThrow(/damaged, and nothing was changed/);
    expect(readFileSync(store.file).equals(before)).toBe(true);
  });
});

describe("a store behind a symbolic link", () => {
  it("is the file that the link names, for who opens and who restores it", async () => {
    const store = await used();
    const [backup, link] = [join(folder(), "b"), join(folder(), "link.sqlite")];
    symlinkSync(store.file, link);
    backupStore({ file: link, to: backup });
    expect(() => restoreStore({ from: backup, file: link })).toThrow(expect.objectContaining({ code: "busy" }));
    store.close();
    const linked = openStore({ file: link });
    expect(() => restoreStore({ from: backup, file: store.file })).toThrow(expect.objectContaining({ code: "busy" }));
    linked.close();
    expect(restoreStore({ from: backup, file: link }).before).toEqual([`${store.file}.before`]);
    expect(readdirSync(dirname(link))).toEqual(["link.sqlite"]);
  });
});

describe("a check", () => {
  it.each([
    ["DELETE FROM messages", /begins with a message that is not there/],
    ["UPDATE events SET body = '{' WHERE seq = 7", /events: body is no JSON in 1 rows/],
    ["UPDATE events SET body = json_set(body, '$.seq', 70) WHERE seq = 7", /another number than its row/],
    ["DELETE FROM events WHERE seq = 300", /does not end with its last event/],
    ["DELETE FROM threads WHERE chat_id = 'alice'", /names a row of threads that is not there/],
    ["UPDATE output_total SET bytes = 1", /not as large as their sum/],
  ])("finds what %s does", async (sql, finding) => {
    const store = await used();
    expect(checkStore(store.file).findings).toEqual([]);
    change(store.file, sql);
    expect(checkStore(store.file).findings.join("\n")).toMatch(finding);
  });

  it("says what is no store", () => {
    const file = freshFile();
    expect(() => checkStore(file)).toThrow(expect.objectContaining({ code: "io" }));
    change(file, "CREATE TABLE recipes (name TEXT)");
    expect(() => checkStore(file)).toThrow(expect.objectContaining({ code: "foreign_database" }));
  });
});

describe("a store of an earlier schema", () => {
  it.each([1, 6])("is checked, backed up and restored before it is migrated: schema %i", async (version) => {
    const store = await used();
    store.close();
    asMadeBy(store.file, version);
    expect(checkStore(store.file)).toMatchObject({ findings: [], threads: 2, events: 300 });
    const [to, file] = [join(folder(), "b"), freshFile()];
    expect(backupStore({ file: store.file, to })).toMatchObject({ threads: 2, events: 300 });
    restoreStore({ from: to, file });
    const logger = { debug() {}, info() {}, error() {}, warn() {} };
    expect(await eventsOf(freshStore({ file, logger }).journal(alice))).toHaveLength(300);
  });

  it("is copied before it is migrated, the log says so, and three such copies stay", async () => {
    const store = await used();
    const { file } = store;
    store.close();
    for (const old of [7, 8, 9]) writeFileSync(`${file}.schema-${old}`, "an earlier copy");
    const last = MIGRATIONS.length - 1;
    asMadeBy(file, last);
    const said: unknown[] = [];
    const logger = { debug() {}, info() {}, error() {}, warn: (...line: unknown[]) => void said.push(line) };
    const migrated = freshStore({ file, logger });
    const copy = `${file}.schema-${last}`;
    expect(said).toEqual([[expect.stringContaining("newer schema"), { from: last, to: MIGRATIONS.length, copy }]]);
    const copies = readdirSync(dirname(file)).filter((name) => name.includes(".schema-"));
    expect(copies.toSorted()).toEqual([last, 8, 9].map((n) => `${basename(file)}.schema-${n}`).toSorted());
    expect(checkStore(copy)).toMatchObject({ findings: [], events: 300 });
    expect(await eventsOf(migrated.journal(alice))).toHaveLength(300);
    const elsewhere = freshFile();
    restoreStore({ from: copy, file: elsewhere });
    expect(await eventsOf(freshStore({ file: elsewhere, logger }).journal(alice))).toHaveLength(300);
  });
});
