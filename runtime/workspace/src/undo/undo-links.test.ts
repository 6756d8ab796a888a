import { mkdir, readdir, readFile, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { CHAT, contents, type UndoBench, undoBench } from "../../test/undo-bench.ts";
import { listTurns } from "./list-turns.ts";
import { plannedUndo } from "./planned-undo.ts";
import { redoChanges, undoChanges } from "./undo-changes.ts";
import { sessionFolder } from "./undo-folder.ts";

let bench: UndoBench;

beforeEach(async () => {
  bench = await undoBench();
});

const forced = { force: true };

describe("undo", () => {
  it("never writes through a link, with force neither, and redo does not", async () => {
    await mkdir(bench.path(".git/hooks"), { recursive: true });
    await bench.change("1", { "d/post-checkout": "#!/bin/sh\n" });
    await bench.change("2", { "d/post-checkout": null });
    await rm(bench.path("d"), { recursive: true });
    await symlink(".git/hooks", bench.path("d"));
    for (const options of [{}, forced]) {
      const [turn] = await undoChanges(bench.workspace, { last: 1 }, options);
      expect(turn?.outcome).toMatchObject({ ok: false, conflicts: [{ reason: expect.stringContaining("link") }] });
    }
    await unlink(bench.path("d"));
    expect(await undoChanges(bench.workspace, { last: 1 })).toMatchObject([{ outcome: { ok: true } }]);
    await rm(bench.path("d"), { recursive: true });
    await symlink(".git/hooks", bench.path("d"));
    expect(await redoChanges(bench.workspace, 1, forced)).toMatchObject([{ outcome: { ok: false } }]);
    expect(await readdir(bench.path(".git/hooks"))).toEqual([]);
  });

  it("has nothing to do where a call could make nothing behind a link", async () => {
    await bench.put("a", "0");
    await symlink("a", bench.path("d"));
    await expect(bench.change("1", { "d/e/c": "1" })).rejects.toThrow();
    expect(await undoChanges(bench.workspace, { last: 1 })).toMatchObject([{ outcome: { ok: true, paths: [] } }]);
    expect(await contents(bench.workspace.root)).toEqual({ a: "0", d: "-> a" });
  });

  it.each([
    ["outside the workspace", "../../outside.txt", "outside"],
    ["that is protected", ".git/hooks/post-checkout", "protected"],
    ["that is protected, in other letters", ".vscode/tasks.json", "protected"],
  ])("takes the log for data: a path %s is refused by name", async (_, path, why) => {
    await bench.change("1", { a: "1" });
    const log = join(sessionFolder(bench.workspace, CHAT), "log.jsonl");
    const evil = join(bench.workspace.root, path);
    await writeFile(log, (await readFile(log, "utf8")).replaceAll(bench.path("a"), evil));
    const turns = await undoChanges(bench.workspace, { last: 1 }, forced);
    expect(turns).toMatchObject([
      { outcome: { ok: false, conflicts: [{ path: evil, reason: expect.stringContaining(why) }] } },
    ]);
    expect(await contents(bench.workspace.root)).toEqual({ a: "1" });
  });

  it("is one where it is asked for twice at the same time, and redo then gives back the state it left", async () => {
    await bench.change("1", { a: "1" });
    await bench.change("2", { a: "2" });
    await bench.change("3", { a: "3" });
    const both = await Promise.all([
      undoChanges(bench.workspace, { last: 1 }),
      undoChanges(bench.workspace, { last: 1 }),
    ]);
    expect(both.flat().map(({ turn, outcome }) => [turn, outcome.ok])).toEqual([[3, true]]);
    expect(await contents(bench.workspace.root)).toEqual({ a: "2" });
    await redoChanges(bench.workspace, 1);
    expect(await contents(bench.workspace.root)).toEqual({ a: "3" });
  });

  it.each([{ last: -1 }, { last: 0 }, { last: 1.5 }, { last: Number.NaN }, { turn: -3 }, { to: 0.5 }])(
    "refuses %j",
    async (selection) => {
      await expect(undoChanges(bench.workspace, selection)).rejects.toThrow(RangeError);
    },
  );

  it("shows what stands in the place of a number", async () => {
    const selection = { last: Object({ last: 1 }) };
    await expect(undoChanges(bench.workspace, selection)).rejects.toThrow(
      "last must be a whole number of at least 1, not { last }",
    );
  });

  it.each([-1, 0, 1.5, Number.NaN])("redo refuses %d", async (count) => {
    await expect(redoChanges(bench.workspace, count)).rejects.toThrow(RangeError);
  });

  it("names a turn of which nothing was kept before it offers an older one", async () => {
    await bench.change("1", { a: "1" });
    const author = { runId: "2", toolCallId: "c", conversation: CHAT, toolName: "bash" };
    await bench.log.unkept?.("npm run build\nrm -r x", author);
    const [named] = await undoChanges(bench.workspace, { last: 1 });
    expect(named).toMatchObject({ turn: 2, before: 1, outcome: { ok: false, conflicts: [] } });
    expect(named?.unkept).toEqual([expect.stringContaining("npm run build")]);
    expect(await contents(bench.workspace.root)).toEqual({ a: "1" });
    expect(await undoChanges(bench.workspace, { turn: 1 })).toMatchObject([{ outcome: { ok: true } }]);
    expect(await listTurns(bench.workspace)).toMatchObject([{ turn: 1 }]);
  });

  it("undoes what was kept of a turn, and says what was not", async () => {
    await bench.change("1", { a: "1" });
    await bench.change("2", { a: "2" });
    await bench.log.unkept?.("make", { runId: "2", toolCallId: "c", conversation: CHAT, toolName: "bash" });
    expect(await undoChanges(bench.workspace, { last: 1 })).toMatchObject([
      { turn: 2, outcome: { ok: true }, unkept: ["make"] },
    ]);
    expect(await undoChanges(bench.workspace, { last: 1 })).toMatchObject([{ turn: 1, outcome: { ok: true } }]);
  });

  it("can be shown before it is made", async () => {
    await bench.change("1", { a: "one\n", b: "b\n" });
    await bench.change("2", { a: "two\n", b: null });
    expect(await plannedUndo(bench.workspace, { last: 1 })).toMatchObject([
      {
        turn: 2,
        files: [
          { path: "a", change: "modified", diff: expect.stringContaining("-two\n+one") },
          { path: "b", change: "created", diff: expect.stringContaining("+b") },
        ],
      },
    ]);
    expect(await contents(bench.workspace.root)).toEqual({ a: "two\n" });
  });
});
