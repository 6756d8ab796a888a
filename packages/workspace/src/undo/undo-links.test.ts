import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rename, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CHAT, contents, type UndoBench, undoBench, type Wanted } from "../../test/undo-bench.ts";
import { listTurns } from "./list-turns.ts";
import { plannedUndo } from "./planned-undo.ts";
import { redoChanges, undoChanges } from "./undo-changes.ts";
import { sessionFolder } from "./undo-folder.ts";

let bench: UndoBench;

beforeEach(async () => {
  bench = await undoBench();
});

afterEach(() => bench.dispose());

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

/** What happens in a folder besides calls: links in the place of directories, files of others, a process that dies in the middle. */
type Step =
  | { readonly kind: "call"; readonly files: Readonly<Record<string, Wanted>> }
  | { readonly kind: "swap"; readonly target: string }
  | { readonly kind: "swap back" }
  | { readonly kind: "put"; readonly name: string; readonly text: string };

const NAMES = ["a", "d/b", "d/e/c"];

const wanted: fc.Arbitrary<Wanted> = fc.oneof(
  fc.constantFrom("1", "2", ""),
  fc.constant(null),
  fc.constant({ target: "a" }),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .dictionary(fc.constantFrom(...NAMES), wanted, { minKeys: 1 })
      .map((files) => ({ kind: "call" as const, files })),
  },
  fc.constantFrom(".git/hooks", "../outside", "other").map((target) => ({ kind: "swap" as const, target })),
  fc.constant({ kind: "swap back" as const }),
  fc.record({
    kind: fc.constant("put" as const),
    name: fc.constantFrom(...NAMES, "mine"),
    text: fc.constantFrom("x", "y"),
  }),
);

async function take(on: UndoBench, at: Step, run: string): Promise<void> {
  if (at.kind === "call") return on.change(run, at.files).catch(() => undefined);
  const isSwapped = (await readdir(on.path("."))).includes("d.real");
  // What others write through a link of theirs is their own affair.
  if (at.kind === "put") return isSwapped ? on.put("mine", at.text) : on.put(at.name, at.text).catch(() => undefined);
  if (at.kind === "swap back" && isSwapped) {
    await rm(on.path("d"), { recursive: true, force: true });
    await rename(on.path("d.real"), on.path("d"));
  }
  if (at.kind === "swap" && !isSwapped) {
    await rename(on.path("d"), on.path("d.real")).catch(() => mkdir(on.path("d.real")));
    await symlink(at.target, on.path("d"));
  }
}

const GUARDED = [".git", "other", "../outside"];

async function guarded(on: UndoBench) {
  return Promise.all(GUARDED.map((name) => contents(on.path(name))));
}

async function inPlace(on: UndoBench): Promise<Readonly<Record<string, string>>> {
  const all = Object.entries(await on.contents());
  return Object.fromEntries(all.filter(([name]) => !name.endsWith("/")));
}

/** Plays steps, undoes all of them, and looks at what became of the folder and of the places that nobody may touch. */
async function undoAll(on: UndoBench, steps: readonly Step[], force: boolean): Promise<void> {
  for (const name of GUARDED) {
    await mkdir(on.path(name), { recursive: true });
    for (const file of ["b", "keep"]) await writeFile(on.path(join(name, file)), "guarded");
  }
  await mkdir(on.path(".git/hooks/e"), { recursive: true });
  await on.put("a", "0");
  await on.put("d/b", "0");
  const [first, untouched] = [await inPlace(on), await guarded(on)];
  for (const [index, one] of steps.entries()) await take(on, one, `run-${index}`);
  expect(await guarded(on)).toEqual(untouched);
  const turns = await undoChanges(on.workspace, { last: 1_000 }, { force });
  expect(await guarded(on)).toEqual(untouched);
  const refusals = turns.flatMap(({ outcome }) => (outcome.ok ? [] : [outcome.conflicts]));
  for (const conflicts of refusals) expect(conflicts[0]?.path).toMatch(/^\//);
  if (steps.every(({ kind }) => kind === "call")) expect([refusals, await inPlace(on)]).toEqual([[], first]);
}

describe("undo of everything", () => {
  it("gives back the first tree byte for byte or refuses by name, and touches no path that no call changed", {
    timeout: 120_000,
  }, async () => {
    const script = fc.array(step, { minLength: 1, maxLength: 8 });
    const property = fc.asyncProperty(script, fc.boolean(), async (steps, force) => {
      const on = await undoBench();
      try {
        await undoAll(on, steps, force);
      } finally {
        await on.dispose();
      }
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it("is whole when its process is killed at any moment", { timeout: 60_000 }, async () => {
    for (const index of [1, 2, 3, 4, 5, 6]) await bench.change(`run-${index}`, { a: `${index}`, "d/b": `${index}` });
    const program = `
      import { createLocalWorkspace, undoChanges } from "@toolwright/workspace";
      const workspace = await createLocalWorkspace(${JSON.stringify({ root: bench.workspace.root, stateDirectory: bench.workspace.stateDirectory })});
      console.log("ready");
      for (;;) await undoChanges(workspace, { last: 1 });`;
    const args = ["--conditions=@toolwright/source", "--input-type=module", "-e", program];
    for (const ms of [3, 9, 21]) {
      const child = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ["ignore", "pipe", "ignore"] });
      await once(child.stdout, "data");
      await new Promise((resolve) => setTimeout(resolve, ms));
      child.kill("SIGKILL");
      await once(child, "exit");
      await listTurns(bench.workspace);
      const { a = "", "d/b": b = "" } = await bench.contents();
      expect(a).toBe(b);
    }
    await undoChanges(bench.workspace, { last: 100 });
    expect(await inPlace(bench)).toEqual({});
  });
});
