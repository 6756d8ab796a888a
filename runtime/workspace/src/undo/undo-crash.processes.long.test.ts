import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { contents } from "../../test/undo-bench.ts";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import { listTurns } from "./list-turns.ts";
import { redoChanges, undoChanges } from "./undo-changes.ts";

const CHILD = join(import.meta.dirname, "../../test/undo-crash.child.ts");
/**
 * A process dies before every operation where `npm run test:long` plays at full length, else before one of sixteen,
 * and the last one.
 */
const [STEP, PARALLEL] = process.env.LONG_PLAY === undefined ? [16, 2] : [1, 4];
const run = promisify(execFile);

const BEFORE = { "changed.txt": "old\n", "gone.txt": "gone\n", link: "-> old" };
const AFTER = { "changed.txt": "new content\n", link: "-> new", "new/deep/added.txt": "added\n" };

interface Scene {
  readonly base: string;
  readonly child: string;
}

async function scene(): Promise<Scene> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "undo-crash-")));
  const child = join(base, "child.mjs");
  await build({
    entryPoints: [CHILD],
    outfile: child,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@toolwright/source"],
    logLevel: "error",
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return { base, child };
}

/** The same root for every case, by a copy at a time: a log belongs to a root. */
async function start(folder: string): Promise<void> {
  await mkdir(join(folder, "work"), { recursive: true });
  await writeFile(join(folder, "work/changed.txt"), BEFORE["changed.txt"]);
  await writeFile(join(folder, "work/gone.txt"), BEFORE["gone.txt"]);
  await symlink("old", join(folder, "work/link"));
}

/** How many operations there were; undefined when it was killed. */
async function act(child: string, folder: string, [action, killBefore]: [string, number]): Promise<number | undefined> {
  const args = [child, join(folder, "work"), join(folder, "state"), action, `${killBefore}`];
  return run(process.execPath, args).then(
    ({ stdout }) => Number(stdout),
    (error: { signal?: string; stderr?: string }) => {
      if (error.signal !== "SIGKILL") throw new Error(error.stderr);
      return undefined;
    },
  );
}

const BEFORE_ACTION: Readonly<Record<string, readonly string[]>> = {
  change: [],
  undo: ["change"],
  redo: ["change", "undo"],
};

/** After a restart: the files are in one of the two states, the log knows which, and both ways lead on from there. */
async function check(folder: string, point: string): Promise<"before" | "after"> {
  const workspace = await createLocalWorkspace({ root: join(folder, "work"), stateDirectory: join(folder, "state") });
  const turns = await listTurns(workspace);
  const now = await contents(workspace.root);
  const isAfter = Object.hasOwn(now, "new/deep/added.txt");
  expect(now, point).toEqual(isAfter ? AFTER : BEFORE);
  expect(
    turns.flatMap(({ calls }) => calls.map(({ undone }) => undone)),
    point,
  ).toEqual(turns.length === 0 ? [] : [!isAfter]);
  if (isAfter) {
    expect(await undoChanges(workspace, { last: 1 }), point).toMatchObject([{ outcome: { ok: true } }]);
    expect(await contents(workspace.root), point).toEqual(BEFORE);
  }
  if (turns.length > 0) {
    expect(await redoChanges(workspace, 1), point).toMatchObject([{ outcome: { ok: true } }]);
    expect(await contents(workspace.root), point).toEqual(AFTER);
  }
  expect(await readdir(join(folder, "state/pending-writes")).catch(() => []), point).toEqual([]);
  return isAfter ? "after" : "before";
}

describe.each(["change", "undo", "redo"])("a recorded %s", (action) => {
  it("is made and known whole or not at all, wherever the process dies", { timeout: 240_000 }, async () => {
    const { base, child } = await scene();
    try {
      const folders = await Promise.all(
        Array.from({ length: PARALLEL }, (_, lane) => prepared(base, child, [action, lane])),
      );
      const total = (await act(child, join(base, "whole"), [action, 0])) ?? 0;
      expect(total).toBeGreaterThan(25);
      const points = [...Array(total).keys()].map((index) => index + 1).filter((at) => at % STEP === 0 || at === total);
      const outcomes = new Set<string>();
      const worker = async (folder: string): Promise<void> => {
        for (let point = points.shift(); point !== undefined; point = points.shift()) {
          await rm(folder, { recursive: true });
          await cp(`${folder}.kept`, folder, { recursive: true, verbatimSymlinks: true });
          expect(await act(child, folder, [action, point])).toBeUndefined();
          outcomes.add(await check(folder, `killed before operation ${point} of ${total}`));
        }
      };
      const lanes = await Promise.allSettled(folders.map(worker));
      for (const lane of lanes) if (lane.status === "rejected") throw lane.reason;
      expect([...outcomes].sort()).toEqual(["after", "before"]);
    } finally {
      await rm(base, { recursive: true });
    }
  });
});

async function prepared(base: string, child: string, [action, lane]: [string, number]): Promise<string> {
  const folder = join(base, `lane-${lane}`);
  await start(folder);
  for (const earlier of BEFORE_ACTION[action] ?? []) await act(child, folder, [earlier, 0]);
  await cp(folder, `${folder}.kept`, { recursive: true, verbatimSymlinks: true });
  if (lane === 0) {
    await start(join(base, "whole"));
    for (const earlier of BEFORE_ACTION[action] ?? []) await act(child, join(base, "whole"), [earlier, 0]);
  }
  return folder;
}
