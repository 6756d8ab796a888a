import { execFileSync } from "node:child_process";
import { mkdir, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScrubber, type Logger } from "@toolwright/core";
import { beforeEach, describe, expect, it } from "vitest";
import { type UndoBench, undoBench } from "../../../test/undo-bench.ts";
import { undoFolder } from "../undo-folder.ts";
import type { CommandChanges } from "./command-changes.port.ts";
import { createCommandChanges } from "./command-changes.ts";

let bench: UndoBench;
let changes: CommandChanges;
const logger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

beforeEach(async () => {
  bench = await undoBench();
  changes = createCommandChanges(bench.workspace);
});

describe("what can be undone of a line is known before it runs", () => {
  const foresee = (deletes: readonly string[], about: { background?: boolean; writes?: readonly string[] } = {}) =>
    changes.foresee?.({
      line: `rm ${deletes.join(" ")}`,
      deletes: deletes.map(bench.path),
      writes: (about.writes ?? []).map(bench.path),
      background: about.background === true,
    });

  it.each([
    ["without a repository", () => undefined],
    ["in one", () => void execFileSync("git", ["init", "-q"], { cwd: bench.workspace.root })],
  ])("in a folder %s", async (_, prepare) => {
    prepare();
    changes = createCommandChanges(bench.workspace, { onlyWhereCheap: true });
    for (const name of ["a", ".gitignore", "x.log", "node_modules/x"]) await bench.put(name, "*.log");
    await truncate(bench.path("a"), 100);
    await bench.put("large", "");
    await truncate(bench.path("large"), 10 * 1024 * 1024 + 1);
    expect(await foresee(["a"])).toEqual({ all: true });
    expect(await foresee([], { writes: ["a", "new"] })).toEqual({ all: true });
    for (const name of ["x.log", "node_modules/x"]) expect(await foresee([name])).toEqual({ all: false });
    expect(await foresee(["large"])).toEqual({ all: false, lost: "large is larger than 10 MiB" });
    expect(await foresee(["a"], { background: true })).toMatchObject({ lost: "background jobs are not watched" });
  });

  it.each<readonly [string, () => Promise<void> | void, string]>([
    [
      "is the home directory",
      () => void (changes = createCommandChanges({ ...bench.workspace, home: bench.workspace.root })),
      "the folder is the home directory, or holds it",
    ],
    [
      "holds too much",
      async () => {
        await bench.put("much", "");
        await truncate(bench.path("much"), 201_000_000);
        changes = createCommandChanges(bench.workspace, { onlyWhereCheap: true });
      },
      "the folder holds more than 200 MB, and is no git work tree",
    ],
    [
      "has no place for what is kept",
      async () => {
        await mkdir(join(undoFolder(bench.workspace), ".."), { recursive: true });
        await writeFile(undoFolder(bench.workspace), "");
      },
      "no snapshot can be written",
    ],
    [
      "has a full disk beside it",
      () => {
        const full = { write: async () => Promise.reject(new Error("ENOSPC")) };
        changes = createCommandChanges({
          ...bench.workspace,
          files: new Proxy(bench.workspace.files, {
            get: (files, name) => Reflect.get(full, name) ?? Reflect.get(files, name).bind(files),
          }),
        });
      },
      "no snapshot can be written",
    ],
  ])("where the folder %s", async (_, prepare, lost) => {
    await bench.put("a", "1");
    await prepare();
    expect(await foresee(["a"])).toEqual({ all: false, lost });
    expect(await foresee(["./*.ts"])).toEqual({ all: false, lost });
    expect(await foresee(["gone"], { writes: ["new", "."] })).toEqual({ all: false });
    expect(changes.broken?.("rm a")).toBeUndefined();
  });

  it("and said once where it turned out otherwise", async () => {
    await bench.put("a", "1");
    expect(await foresee(["a"])).toEqual({ all: true });
    expect(changes.broken?.("rm a")).toBeUndefined();
    await rm(undoFolder(bench.workspace), { recursive: true });
    await writeFile(undoFolder(bench.workspace), "");
    expect(await changes.begin({ logger, scrubber: createScrubber() })).toBeUndefined();
    expect(changes.broken?.("rm b")).toBeUndefined();
    expect(changes.broken?.("rm a")).toBe("no snapshot can be written");
    expect(changes.broken?.("rm a")).toBeUndefined();
    expect(await foresee(["a"])).toEqual({ all: false, lost: "no snapshot can be written" });
  });
});
