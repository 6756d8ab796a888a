import { writeFile } from "node:fs/promises";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { CHAT, type UndoBench, undoBench } from "../../test/undo-bench.ts";
import { SeenFiles } from "../tracking/seen-files.ts";
import { catchUp } from "./catch-up.ts";
import { netChanges } from "./net-changes.ts";
import { redoChanges, undoChanges } from "./undo-changes.ts";
import { undoHunk } from "./undo-hunk.ts";

let bench: UndoBench;

beforeEach(async () => {
  bench = await undoBench();
});

const run = (runId: string) => ({ conversation: CHAT, runId });
const BOTH = [run("run-1"), run("run-2")];
const net = (runs = BOTH) => netChanges(bench.workspace, runs);
const lines = (...all: readonly (string | number)[]) => all.map((line) => `${line}\n`).join("");
const TWENTY = Array.from({ length: 20 }, (_, at) => at);

describe("net changes", () => {
  it("are from the first state to the last, not the sum of what was done", async () => {
    await bench.put("a", lines("one", "two", "three"));
    await bench.change("run-1", { a: lines("one", "2", "three"), made: lines("x") });
    await bench.change("run-1", { a: lines("one", "zwei", "three") });
    await bench.change("run-2", { a: lines("one", "zwei", "drei"), made: null });
    expect(await net()).toEqual([
      {
        path: "a",
        change: "modified",
        hunks: [{ oldStart: 1, newStart: 1, text: " one\n-two\n-three\n+zwei\n+drei" }],
        added: 2,
        removed: 2,
        basis: expect.any(String),
      },
    ]);
    const first = await net([run("run-1")]);
    expect(first.map(({ path, added, removed, basis }) => [path, added, removed, basis])).toEqual([
      ["a", 1, 1, undefined],
      ["made", 1, 0, undefined],
    ]);
  });

  it("leave out what was changed back, and what was undone", async () => {
    await bench.put("a", "one\n");
    await bench.change("run-1", { a: "two\n" });
    await bench.change("run-2", { a: "one\n", b: "b\n" });
    expect((await net()).map(({ path }) => path)).toEqual(["b"]);
    await undoChanges(bench.workspace, { last: 1 });
    expect((await net()).map(({ path, added }) => [path, added])).toEqual([["a", 1]]);
    expect(await net([{ conversation: { channel: "test", chatId: "other" }, runId: "run-1" }])).toEqual([]);
  });

  it("are those of some calls as they stood after the last of them, whatever was done or undone since", async () => {
    await bench.put("a", "one\n");
    await bench.change("run-1", { a: "two\n" }, { call: "c1" });
    await bench.change("run-1", { a: "three\n", b: "b\n" }, { call: "c2" });
    await bench.change("run-2", { a: "four\n" }, { call: "c3" });
    await undoChanges(bench.workspace, { last: 2 });
    const then = async (...calls: readonly string[]) => {
      const found = await net(BOTH.map((one) => ({ ...one, calls: new Set(calls) })));
      return found.map(({ path, hunks }) => `${path}: ${hunks.map(({ text }) => text).join("; ")}`);
    };
    expect(await net()).toEqual([]);
    expect(await then()).toEqual([]);
    expect(await then("c1")).toEqual(["a: -one\n+two"]);
    expect(await then("c1", "c2")).toEqual(["a: -one\n+three", "b: +b"]);
    expect(await then("c1", "c2", "c3")).toEqual(["a: -one\n+four", "b: +b"]);
    await undoChanges(bench.workspace, { last: 1 });
    await bench.change("run-2", { c: "c\n" }, { call: "c4" });
    expect(await then("c1", "c2", "c4")).toEqual(["c: +c"]);
  });

  it("show what was there, and no way back, where somebody changed the file since", async () => {
    await bench.put("a", "one\n");
    await bench.change("run-1", { a: "two\n" });
    await bench.put("a", "mine\n");
    expect(await net()).toEqual([{ path: "a", change: "modified", hunks: [], added: 0, removed: 0 }]);
  });

  it("name a file that was moved, and have no lines of what is no text", async () => {
    await bench.put("a", "one\n");
    await bench.put("bin", "one\n");
    await bench.change("run-1", { a: null, b: "one\n", bin: Uint8Array.of(0, 1) });
    expect((await net()).map(({ path, change, from, hunks }) => [path, change, from, hunks.length])).toEqual([
      ["b", "moved", "a", 0],
      ["bin", "modified", undefined, 0],
    ]);
  });
});

describe("taking a hunk back", () => {
  const change = async () => {
    await bench.put("a", lines(...TWENTY));
    await bench.change("run-1", { a: lines(...TWENTY.with(1, 111)) });
    await bench.change("run-2", { a: lines(...TWENTY.with(1, 111).with(15, 555)) });
    const [file] = await net();
    if (file?.basis === undefined) throw new Error("It can be taken back.");
    return { file, basis: file.basis };
  };

  it("leaves the rest, is told to the model, and goes with an undo of its run", async () => {
    const { file, basis } = await change();
    const [first] = file.hunks;
    if (first === undefined) throw new Error("There are two.");
    const chosen = { runs: BOTH, path: "a", ...first, basis };
    expect(await undoHunk(bench.workspace, chosen)).toEqual({ ok: true, turn: 2, run: run("run-2") });
    expect((await bench.contents()).a).toBe(lines(...TWENTY.with(15, 555)));
    expect((await net()).map(({ added, hunks }) => [added, hunks.length])).toEqual([[1, 1]]);
    const { note } = await catchUp(bench.workspace, CHAT, { since: 0, seen: new SeenFiles() });
    expect(note).toBe("The user took back a part of what turn 2 changed in a.");
    await undoChanges(bench.workspace, { last: 1 });
    expect((await bench.contents()).a).toBe(lines(...TWENTY.with(1, 111)));
    await redoChanges(bench.workspace, 1);
    expect((await bench.contents()).a).toBe(lines(...TWENTY.with(15, 555)));
  });

  it("is refused where the file is another one, and for a hunk that is not there", async () => {
    const { file, basis } = await change();
    const [first = { oldStart: 0, newStart: 0 }] = file.hunks;
    const chosen = { runs: BOTH, path: "a", oldStart: first.oldStart, newStart: first.newStart, basis };
    await writeFile(bench.path("a"), "mine\n");
    const changed = { ok: false, reason: "changed since (by you or a command)", isChanged: true };
    expect(await undoHunk(bench.workspace, chosen)).toEqual(changed);
    await writeFile(bench.path("a"), lines(...TWENTY.with(1, 111).with(15, 555)));
    expect(await undoHunk(bench.workspace, { ...chosen, basis: "other" })).toEqual(changed);
    expect(await undoHunk(bench.workspace, { ...chosen, oldStart: 7 })).toEqual(changed);
    expect(await undoHunk(bench.workspace, { ...chosen, path: "../b" })).toMatchObject({ ok: false, isChanged: false });
    expect((await bench.contents()).a).toBe(lines(...TWENTY.with(1, 111).with(15, 555)));
  });

  it("brings a file back to its first state, hunk by hunk", async () => {
    const texts = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(texts, texts, fc.array(fc.nat(), { maxLength: 40 }), async (old, now, order) => {
        bench = await undoBench();
        await bench.put("a", lines(...old));
        await bench.change("run-1", { a: lines(...now) });
        for (const choice of order.concat(Array.from({ length: 40 }, () => 0))) {
          const [file] = await net([run("run-1")]);
          const hunk = file?.hunks[choice % Math.max(1, file.hunks.length)];
          if (file?.basis === undefined || hunk === undefined) break;
          const outcome = await undoHunk(bench.workspace, { ...hunk, runs: BOTH, path: "a", basis: file.basis });
          expect(outcome).toMatchObject({ ok: true });
        }
        expect((await bench.contents()).a).toBe(lines(...old));
      }),
      { numRuns: 15 },
    );
  });
});
