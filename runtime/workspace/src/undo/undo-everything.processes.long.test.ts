import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScrubber } from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHAT, contents, type UndoBench, undoBench, type Wanted } from "../../test/undo-bench.ts";
import { listTurns } from "./list-turns.ts";
import { createCommandChanges } from "./snapshots/command-changes.ts";
import { redoChanges, undoChanges } from "./undo-changes.ts";

/** `npm run test:long` plays at full length. */
const RUNS = process.env.LONG_PLAY === undefined ? { calls: 9, lines: 3 } : { calls: 80, lines: 30 };

/**
 * What happens in a folder: calls, shell lines, links in the place of directories, files of others, undo and redo in
 * between.
 */
type Step =
  | { readonly kind: "call"; readonly files: Readonly<Record<string, Wanted>> }
  | { readonly kind: "shell"; readonly lines: readonly string[] }
  | { readonly kind: "undo" | "redo" }
  | { readonly kind: "swap"; readonly target: string }
  | { readonly kind: "swap back" }
  | { readonly kind: "put"; readonly name: string; readonly text: string };

const NAMES = ["a", "d/b", "d/e/c"];
const PLACES = ["a", "d", "d/b", "d/e", "n", "n/x", "empty"];

const wanted: fc.Arbitrary<Wanted> = fc.oneof(
  fc.constantFrom("1", "2", ""),
  fc.constant(null),
  fc.constant({ target: "a" }),
);

const call: fc.Arbitrary<Step> = fc
  .dictionary(fc.constantFrom(...NAMES), wanted, { minKeys: 1 })
  .map((files) => ({ kind: "call" as const, files }));

const place = fc.constantFrom(...PLACES);

/** Each does something within the folder, or fails. Files and folders take each other's place. */
const line: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(place, fc.constantFrom("x", "y\\r", "\\0\\377")).map(([at, text]) => `printf '${text}' > ${at}`),
  place.map((at) => `rm -r ${at}`),
  place.map((at) => `mkdir -p ${at}`),
  place.map((at) => `rm -r ${at}; mkdir -p ${at}/new; echo in > ${at}/new/in`),
  place.map((at) => `rm -r ${at}; echo file > ${at}`),
  fc.tuple(place, place).map(([from, to]) => `mv -T ${from} ${to}`),
  fc.tuple(place, fc.constantFrom("a", "nowhere")).map(([at, to]) => `ln -sfn ${to} ${at}`),
  // Of permission bits alone, only that a file becomes a program is noticed.
  fc.tuple(fc.constantFrom("755", "644"), place).map(([mode, at]) => `test -f ${at} && chmod ${mode} ${at}`),
);

const shell: fc.Arbitrary<Step> = fc
  .array(line, { minLength: 1, maxLength: 3 })
  .map((lines) => ({ kind: "shell" as const, lines }));

const reversal: fc.Arbitrary<Step> = fc.constantFrom({ kind: "undo" as const }, { kind: "redo" as const });

const others: fc.Arbitrary<Step> = fc.oneof(
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
  if (at.kind === "shell") return runShell(on, at.lines, run);
  if (at.kind === "undo") return void (await undoChanges(on.workspace, { last: 1 }));
  if (at.kind === "redo") return void (await redoChanges(on.workspace, 1));
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

/** As the tool runs it: in the folder, watched from before to after. */
async function runShell(on: UndoBench, lines: readonly string[], run: string): Promise<void> {
  const said: string[] = [];
  const warn = (message: string, fields: object = {}) => void said.push(`${message} ${JSON.stringify(fields)}`);
  const logger = { debug() {}, info() {}, warn, error: warn };
  const watched = await createCommandChanges(on.workspace).begin({ logger, scrubber: createScrubber() });
  execFileSync("bash", ["-c", `${lines.join("\n")}\ntrue`], { cwd: on.workspace.root, stdio: "ignore" });
  const record = await watched?.end({ runId: run, toolCallId: run, conversation: CHAT, toolName: "bash" });
  expect([record !== false, said]).toEqual([true, []]);
}

const GUARDED = [".git", "other", "../outside"];

const guarded = (on: UndoBench) => Promise.all(GUARDED.map((name) => contents(on.path(name))));

/** What is in the folder, and the permission bits of its files. */
async function tree(on: UndoBench): Promise<Readonly<Record<string, string>>> {
  const found = Object.entries(await on.contents()).filter(([name]) => !name.startsWith(".git/"));
  const described = found.map(async ([name, text]) => {
    if (name.endsWith("/") || text.startsWith("->")) return [name, text] as const;
    return [name, `${((await stat(on.path(name))).mode & 0o777).toString(8)} ${text}`] as const;
  });
  return Object.fromEntries(await Promise.all(described));
}

async function prepare(on: UndoBench): Promise<void> {
  for (const name of GUARDED) {
    await mkdir(on.path(name), { recursive: true });
    for (const file of ["b", "keep"]) await writeFile(on.path(join(name, file)), "guarded");
  }
  await mkdir(on.path(".git/hooks/e"), { recursive: true });
  await mkdir(on.path("empty"));
  await on.put("a", "0");
  await on.put("d/b", "0");
}

interface Played {
  readonly first: Readonly<Record<string, string>>;
  readonly last: Readonly<Record<string, string>>;
  /** Whether every turn of all was undone, by both who asked for it together. */
  readonly isUndone: boolean;
}

/** Plays steps, undoes all of them from two places at once, and looks at the places that nobody may touch. */
async function undoAll(on: UndoBench, steps: readonly Step[], force: boolean): Promise<Played> {
  await prepare(on);
  const [first, untouched] = [await tree(on), await guarded(on)];
  for (const [index, one] of steps.entries()) await take(on, one, `run-${index}`);
  expect(await guarded(on)).toEqual(untouched);
  const everything = () => undoChanges(on.workspace, { last: 1_000 }, { force });
  const turns = (await Promise.all([everything(), everything()])).flat();
  expect(await guarded(on)).toEqual(untouched);
  const refusals = turns.flatMap(({ outcome }) => (outcome.ok ? [] : [outcome.conflicts]));
  for (const conflicts of refusals) expect(conflicts[0]?.path).toMatch(/^\//);
  return { first, last: await tree(on), isUndone: refusals.length === 0 };
}

async function onBench(work: (on: UndoBench) => Promise<void>): Promise<void> {
  await work(await undoBench());
}

const isOfCalls = ({ kind }: Step): boolean => kind === "call" || kind === "undo" || kind === "redo";

describe("undo of everything", () => {
  it("gives back the first tree byte for byte or refuses by name, and touches no path that no call changed", {
    timeout: 240_000,
  }, async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: call },
      { weight: 1, arbitrary: reversal },
      { weight: 4, arbitrary: others },
    );
    const script = fc.array(step, { minLength: 1, maxLength: 8 });
    const property = fc.asyncProperty(script, fc.boolean(), (steps, force) =>
      onBench(async (on) => {
        const { first, last, isUndone } = await undoAll(on, steps, force);
        if (steps.every(isOfCalls)) expect([isUndone, last]).toEqual([true, first]);
      }),
    );
    await fc.assert(property, { numRuns: RUNS.calls });
  });

  it("gives back the first tree after any shell lines between the calls, with its empty folders and permission bits", {
    timeout: 600_000,
  }, async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: shell },
      { weight: 2, arbitrary: call },
      { weight: 1, arbitrary: reversal },
    );
    const script = fc.array(step, { minLength: 1, maxLength: 5 });
    const property = fc.asyncProperty(script, fc.boolean(), (steps, force) =>
      onBench(async (on) => {
        const { first, last, isUndone } = await undoAll(on, steps, force);
        expect([isUndone, last]).toEqual([true, first]);
      }),
    );
    await fc.assert(property, { numRuns: RUNS.lines });
  });

  it("is whole when its process is killed at any moment, also where files and folders take each other's place", () =>
    onBench(async (on) => {
      await prepare(on);
      const states = [await tree(on)];
      const lines = ["rm -r d; echo file > d; echo 1 > a", "rm d a; mkdir -p d/e a; echo 2 > d/e/c; echo 2 > a/x"];
      for (const [index, one] of [...lines, ...lines, ...lines].entries()) {
        await runShell(on, [one], `run-${index}`);
        states.push(await tree(on));
      }
      const program = `
        import { createLocalWorkspace, undoChanges } from "@toolwright/workspace";
        const workspace = await createLocalWorkspace(${JSON.stringify({ root: on.workspace.root, stateDirectory: on.workspace.stateDirectory })});
        console.log("ready");
        for (;;) await undoChanges(workspace, { last: 1 });`;
      const args = ["--conditions=@toolwright/source", "--input-type=module", "-e", program];
      for (const ms of [5, 15, 25, 40]) {
        const child = spawn(process.execPath, args, {
          cwd: import.meta.dirname,
          stdio: ["ignore", "pipe", "ignore"],
        });
        await once(child.stdout, "data");
        await new Promise((resolve) => setTimeout(resolve, ms));
        child.kill("SIGKILL");
        await once(child, "exit");
        await listTurns(on.workspace);
        expect(states).toContainEqual(await tree(on));
      }
      await undoChanges(on.workspace, { last: 100 });
      expect(await tree(on)).toEqual(states[0]);
    }));
});
