import { once } from "node:events";
import { existsSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { eventsOf, warning } from "../../../../../runtime/core/test/journal-contract.ts";
import { alice, bob, freshFile, freshStore, startChild } from "../../../test/making.ts";
import { openStore } from "../open-store.ts";
import { holdStore } from "./open-files.ts";

/** Locks of this machine's processes on a file. */
const locksOn = (file: string) =>
  readFileSync("/proc/locks", "utf8")
    .split("\n")
    .filter((line) => line.includes(`:${statSync(file).ino} `))
    .map((line) => line.replace(/^\d+/, ""));

it.skipIf(process.platform !== "linux")("a store that is open twice in one process keeps SQLite's locks", () => {
  const store = freshStore();
  const held = locksOn(store.file);
  expect(held).not.toEqual([]);
  freshStore({ file: store.file });
  expect(locksOn(store.file)).toEqual(held);
});

describe("files that go under an open store", () => {
  it.each(["", "-wal", "-shm"])("are noticed by what is to be stored next: store.db%s", async (suffix) => {
    const store = freshStore();
    const journal = store.journal(alice);
    await journal.append(warning(1));
    rmSync(`${store.file}${suffix}`);
    const gone = { code: "io", message: expect.stringContaining(`${store.file}${suffix}`) };
    await expect(journal.append(warning(2))).rejects.toMatchObject(gone);
    expect(() => store.threads.create(bob)).toThrow(expect.objectContaining(gone));
    expect(() => store.leases.acquire(bob)).toThrow(expect.objectContaining(gone));
    await expect(store.probe()).rejects.toMatchObject(gone);
  });

  it("are noticed where another store was put in their place, and it takes nothing of this one", async () => {
    const store = freshStore();
    const other = openStore({ file: freshFile() });
    other.close();
    renameSync(other.file, store.file);
    await expect(store.journal(alice).append(warning(1))).rejects.toMatchObject({ code: "io" });
    store.close();
    const fresh = freshStore({ file: store.file });
    expect(await eventsOf(fresh.journal(alice))).toEqual([]);
  });
});

describe("the lock of an open store", () => {
  it("keeps everybody from its files, also another process, and ends with it, also when it is killed", async () => {
    const file = freshFile();
    const { child, lines, exited } = startChild("holding.child.ts", [file]);
    await once(lines, "line");
    expect(() => holdStore(file, "alone", 0)).toThrow(expect.objectContaining({ code: "busy" }));
    child.kill("SIGKILL");
    await exited;
    const store = openStore({ file });
    expect(() => holdStore(file, "alone", 0)).toThrow(expect.objectContaining({ code: "busy" }));
    store.close();
    holdStore(file, "alone", 0).release();
  });

  it("keeps a store from being opened while its files are replaced", () => {
    const file = freshFile();
    const lock = holdStore(file, "alone", 0);
    onTestFinished(() => lock.release());
    expect(() => openStore({ file, busyTimeoutMs: 20 })).toThrow(expect.objectContaining({ code: "busy" }));
    expect(existsSync(`${file}-wal`)).toBe(false);
  });
});

it("a store that can be read and written says so", async () => {
  expect(await freshStore().probe()).toBeUndefined();
});
