import fs from "node:fs";
import { mkdir, mkdtemp, realpath, rename, rm } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { guardedPaths } from "./guarded-paths.ts";

let root: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "guarded-")));
  for (const folder of [".git", "a/b/c", "d", "node_modules/x/.git"])
    await mkdir(join(root, folder), { recursive: true });
});

afterEach(() => rm(root, { recursive: true }));

/** A folder that has rested shows each change. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 100));

describe("what of a workspace is guarded against commands", () => {
  it("are the repositories that are in it now", async () => {
    const find = guardedPaths(root, { gitWrites: false });
    const found = async () => (await find()).protected.map(({ path }) => relative(root, path));
    expect(await found()).toEqual([".git", ".toolwright"]);
    await rest();
    await found();
    await mkdir(join(root, "a/b/c/.git"));
    expect(await found()).toEqual([".git", ".toolwright", "a/b/c/.git"]);
    await mkdir(join(root, "d/.git"));
    await rest();
    expect(await found()).toEqual([".git", ".toolwright", "d/.git", "a/b/c/.git"]);
    await rename(join(root, "a/b"), join(root, "b"));
    expect(await found()).toEqual([".git", ".toolwright", "d/.git", "b/c/.git"]);
    await rm(join(root, "b"), { recursive: true });
    expect(await found()).toEqual([".git", ".toolwright", "d/.git"]);
    expect((await find()).holders.map((path) => relative(root, path))).toEqual(["d"]);
  });

  it("is read only where something has changed", async () => {
    const find = guardedPaths(root, { gitWrites: false });
    await rest();
    await find();
    const reads = [vi.spyOn(fs, "readdirSync"), vi.spyOn(fs.promises, "readdir")];
    syncBuiltinESMExports();
    try {
      await find();
      expect(reads.flatMap(({ mock }) => mock.calls)).toEqual([]);
      await mkdir(join(root, "a/new"));
      await find();
      expect(reads.flatMap(({ mock }) => mock.calls.map(([path]) => relative(root, String(path)))).sort()).toEqual([
        "a",
        "a/new",
      ]);
    } finally {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    }
  });
});
