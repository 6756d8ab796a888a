import { chmod, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { CHAT, type UndoBench, undoBench } from "../../test/undo-bench.ts";
import { listTurns } from "./list-turns.ts";
import { redoChanges, undoChanges } from "./undo-changes.ts";
import { sessionFolder, undoFolder } from "./undo-folder.ts";

let bench: UndoBench;

beforeEach(async () => {
  bench = await undoBench();
});

const undo = (selection: Parameters<typeof undoChanges>[1], options = {}) =>
  undoChanges(bench.workspace, selection, options);
const redo = (count = 1, options = {}) => redoChanges(bench.workspace, count, options);
const modeOf = async (name: string) => (await stat(bench.path(name))).mode & 0o777;

describe("undo", () => {
  it("brings back what a turn changed, made and removed, and redo does it again", async () => {
    await bench.put("a", "1");
    await bench.put("gone", "g");
    const before = await bench.contents();
    await bench.change("run-1", { a: "2", "new/deep/b": "b" });
    await bench.change("run-1", { a: "3", gone: null });
    const after = await bench.contents();
    const [turn] = await undo({ last: 1 });
    expect(turn).toMatchObject({ turn: 1, outcome: { ok: true } });
    expect(await bench.contents()).toEqual(before);
    expect(await redo()).toMatchObject([{ turn: 1, outcome: { ok: true } }]);
    expect(await bench.contents()).toEqual(after);
    await undo({ last: 1 });
    expect(await bench.contents()).toEqual(before);
  });

  it("does not take a log that cannot be read for an empty one", async () => {
    const folder = undoFolder(bench.workspace);
    await bench.workspace.files.makeDirectory(dirname(folder));
    await writeFile(folder, "");
    await expect(undo({ last: 1 })).rejects.toThrow(`The undo log ${folder} cannot be read.`);
  });

  it("keeps every byte", async () => {
    const bytes = Uint8Array.from({ length: 256 * 40 }, (_, index) => index % 256);
    await writeFile(bench.path("bin"), bytes);
    await bench.change("run-1", { bin: "text" });
    await undo({ last: 1 });
    expect(new Uint8Array(await readFile(bench.path("bin")))).toEqual(bytes);
  });

  it("brings back links and permission bits", async () => {
    await bench.put("a", "1");
    await chmod(bench.path("a"), 0o640);
    await bench.put("run.sh", "#!/bin/sh\n");
    await chmod(bench.path("run.sh"), 0o644);
    await bench.change("run-1", { link: { target: "a" } });
    const before = await bench.contents();
    await bench.change("run-2", { link: { target: "run.sh" } });
    await bench.change("run-2", { "run.sh": "#!/bin/sh\n" }, { mode: 0o755 });
    await bench.change("run-2", { a: null });
    await undo({ last: 1 });
    expect(await bench.contents()).toEqual(before);
    expect([await modeOf("a"), await modeOf("run.sh")]).toEqual([0o640, 0o644]);
    await redo();
    expect(await modeOf("run.sh")).toBe(0o755);
    expect(await bench.contents()).toEqual({ link: "-> run.sh", "run.sh": "#!/bin/sh\n" });
  });

  it("does not touch permission bits that somebody else set", async () => {
    await bench.put("a", "1");
    await chmod(bench.path("a"), 0o644);
    await bench.change("run-1", { a: "2" });
    await chmod(bench.path("a"), 0o600);
    await undo({ last: 1 });
    expect(await modeOf("a")).toBe(0o600);
  });

  it("leaves a turn alone whole when one of its files was changed since, and goes on with the others", async () => {
    await bench.put("a", "1");
    await bench.change("run-1", { a: "2" });
    await bench.change("run-2", { b: "b", c: "c" });
    await bench.put("c", "mine");
    const outcomes = await undo({ last: 2 });
    expect(outcomes).toEqual([
      {
        turn: 2,
        runId: "run-2",
        conversation: CHAT,
        outcome: {
          ok: false,
          conflicts: [{ path: bench.path("c"), reason: "changed since (by you or a command)", canBeForced: true }],
        },
      },
      { turn: 1, runId: "run-1", conversation: CHAT, outcome: { ok: true, paths: [bench.path("a")], removed: [] } },
    ]);
    expect(await bench.contents()).toEqual({ a: "1", b: "b", c: "mine" });
  });

  it("does not remove a file that it made when the file is another one by now", async () => {
    await bench.change("run-1", { a: "made" });
    await bench.put("a", "made by me");
    expect(await undo({ last: 1 })).toMatchObject([{ outcome: { ok: false } }]);
    expect(await bench.contents()).toEqual({ a: "made by me" });
  });

  it("notices a change between two calls of a turn", async () => {
    await bench.put("a", "1");
    await bench.change("run-1", { a: "2" });
    await bench.put("a", "mine");
    await bench.change("run-1", { a: "3" }, { call: "c2" });
    expect(await undo({ turn: 1 })).toMatchObject([{ outcome: { ok: false } }]);
    expect(await undo({ call: "c2" })).toMatchObject([{ outcome: { ok: true } }]);
    expect(await bench.contents()).toEqual({ a: "mine" });
  });

  it("overwrites what was changed since when it is forced to, and keeps that for redo", async () => {
    await bench.put("a", "1");
    await bench.change("run-1", { a: "2" });
    await bench.put("a", "mine");
    expect(await undo({ last: 1 }, { force: true })).toMatchObject([{ outcome: { ok: true } }]);
    expect(await bench.contents()).toEqual({ a: "1" });
    await redo();
    expect(await bench.contents()).toEqual({ a: "mine" });
  });

  it("leaves directories alone that somebody put something into", async () => {
    await bench.change("run-1", { "x/y/a": "a" });
    await bench.put("x/mine", "mine");
    await undo({ last: 1 });
    expect(await bench.contents()).toEqual({ "x/mine": "mine" });
  });

  it("takes a file that is already what it was for undone", async () => {
    await bench.put("a", "1");
    await bench.change("run-1", { a: "2", b: "b" });
    await bench.put("a", "1");
    expect(await undo({ last: 1 })).toMatchObject([{ outcome: { ok: true, paths: [bench.path("b")] } }]);
    expect(await bench.contents()).toEqual({ a: "1" });
  });

  it("undoes one call, a turn by its number, or everything after an entry", async () => {
    for (const [run, call] of ["1a", "1b", "2c", "3d"].entries()) {
      await bench.change(`run-${call[0]}`, { [`f${run}`]: call }, { call });
    }
    await undo({ call: "1b" });
    expect(Object.values(await bench.contents())).toEqual(["1a", "2c", "3d"]);
    await undo({ turn: 2 });
    expect(Object.values(await bench.contents())).toEqual(["1a", "3d"]);
    await redo(2);
    expect(Object.values(await bench.contents())).toEqual(["1a", "1b", "2c", "3d"]);
    expect(await undo({ to: 1 })).toHaveLength(3);
    expect(Object.values(await bench.contents())).toEqual(["1a"]);
    expect(await undo({ call: "no such" })).toEqual([]);
  });

  it("takes a program for all calls in it, newest first, and no call for another one whose id begins so", async () => {
    await bench.put("a", "1");
    await bench.change("run-1", { a: "2" }, { call: "p/0" });
    await bench.change("run-1", { b: "1" }, { call: "p1" });
    await bench.change("run-1", { a: "3", c: "1" }, { call: "p/1/0" });
    await bench.change("run-1", { a: "4" }, { call: "p/2" });
    expect(await undo({ call: "p" })).toMatchObject([{ turn: 1, outcome: { ok: true } }]);
    expect(await bench.contents()).toEqual({ a: "1", b: "1" });
    expect(await undo({ call: "p" })).toEqual([]);
    await redo();
    expect(await bench.contents()).toEqual({ a: "4", b: "1", c: "1" });
    await undo({ call: "p/2" });
    expect(await bench.contents()).toEqual({ a: "3", b: "1", c: "1" });
    await undo({ call: "p" });
    expect(await bench.contents()).toEqual({ a: "1", b: "1" });
  });

  it("goes back turn by turn, and says when nothing is left", async () => {
    for (const text of ["1", "2", "3"]) await bench.change(`run-${text}`, { a: text });
    await undo({ last: 1 });
    await undo({ last: 1 });
    expect(await bench.contents()).toEqual({ a: "1" });
    await redo();
    expect(await bench.contents()).toEqual({ a: "2" });
    expect(await undo({ last: 9 })).toHaveLength(2);
    expect(await bench.contents()).toEqual({});
    expect(await undo({ last: 1 })).toEqual([]);
    expect(await redo(9)).toHaveLength(3);
    expect(await bench.contents()).toEqual({ a: "3" });
    expect(await redo()).toEqual([]);
  });

  it("does not redo over a later change", async () => {
    await bench.put("a", "1");
    await bench.change("run-1", { a: "2" });
    await undo({ last: 1 });
    await bench.change("run-2", { a: "other" });
    expect(await redo()).toMatchObject([{ outcome: { ok: false } }]);
    expect(await bench.contents()).toEqual({ a: "other" });
  });

  it("keeps conversations apart where it is asked to, and numbers their turns together", async () => {
    const other = { channel: "test", chatId: "2" };
    await bench.change("run-1", { a: "a" });
    await bench.change("run-1", { b: "b" }, { conversation: other });
    expect((await listTurns(bench.workspace)).map(({ turn, conversation }) => [turn, conversation.chatId])).toEqual([
      [2, "2"],
      [1, "1"],
    ]);
    await undo({ last: 1 }, { conversation: CHAT });
    expect(await bench.contents()).toEqual({ b: "b" });
    expect(await redo(9, { conversation: other })).toEqual([]);
  });

  it("says so when the old content is lost or is no longer what it was", async () => {
    await bench.put("a", "1");
    await bench.change("run-1", { a: "2" });
    const blobs = join(sessionFolder(bench.workspace, CHAT), "blobs");
    const [name = ""] = await readdir(blobs);
    await writeFile(join(blobs, name), "damaged");
    const lost = [
      {
        outcome: {
          ok: false,
          conflicts: [{ reason: "cannot be brought back: its old content is no longer kept", canBeForced: false }],
        },
      },
    ];
    expect(await undo({ last: 1 })).toMatchObject(lost);
    await rm(join(blobs, name));
    expect(await undo({ last: 1 })).toMatchObject(lost);
    expect(await bench.contents()).toEqual({ a: "2" });
  });
});

describe("redo of one turn", () => {
  it("takes back its undo, also when another one was undone after it", async () => {
    await bench.change("run-1", { a: "1" });
    await bench.change("run-2", { b: "2" });
    await undo({ turn: 1 });
    await undo({ turn: 2 });
    expect(await redoChanges(bench.workspace, { turn: 1 })).toMatchObject([{ turn: 1, outcome: { ok: true } }]);
    expect(Object.keys(await bench.contents())).toEqual(["a"]);
    expect(await redoChanges(bench.workspace, { turn: 1 })).toEqual([]);
  });

  it("takes back the last ones, and nothing where it is not said which", async () => {
    for (const name of ["a", "b", "c"]) await bench.change(`run-${name}`, { [name]: "1" });
    await undo({ last: 3 });
    for (const wrong of [{}, { to: 1 }, { last: 1, turn: 1 }, { last: 0 }, { lst: 1 }])
      await expect(Reflect.apply(redoChanges, undefined, [bench.workspace, wrong])).rejects.toThrow(
        /What redoChanges takes back|last must be/,
      );
    expect(Object.keys(await bench.contents())).toEqual([]);
    expect(await redoChanges(bench.workspace, { last: 2 })).toHaveLength(2);
    expect(Object.keys(await bench.contents())).toEqual(["a", "b"]);
  });
});

describe("listTurns", () => {
  it("tells what each call changed and whether it is undone", async () => {
    await bench.change("run-1", { a: "1", "x/b": "2" });
    await bench.change("run-2", { a: "3" }, { call: "c2" });
    await undo({ last: 1 });
    expect(await listTurns(bench.workspace)).toMatchObject([
      { turn: 2, calls: [{ call: "c2", tool: "write", files: ["a"], undone: true }] },
      { turn: 1, calls: [{ call: "c1", tool: "write", files: ["a", "x/b"], undone: false }] },
    ]);
  });

  it("is empty where nothing was changed", async () => {
    expect(await listTurns(bench.workspace)).toEqual([]);
  });
});
