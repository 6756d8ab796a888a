import { execFile } from "node:child_process";
import { chmod, link, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import { recoverChanges } from "./recover-changes.ts";

const CHILD = join(import.meta.dirname, "../../test/transaction-crash.child.ts");
const PARALLEL = 4;
const run = promisify(execFile);

interface Folder {
  readonly root: string;
  readonly state: string;
}

const BEFORE = {
  "alias.txt": "two names\n",
  "changed.txt": "old\n",
  "gone.txt": "gone\n",
  "linked.txt": "two names\n",
  "source.txt": "moving\n",
};

const AFTER = {
  "alias.txt": "still two names, longer\n",
  "changed.txt": "new content\n",
  "linked.txt": "still two names, longer\n",
  "moved.txt": "moving\n",
  "new/deep/added.txt": "added\n",
};

async function prepare(base: string, name: string): Promise<Folder> {
  const [root, state] = [join(base, name, "work"), join(base, name, "state")];
  await mkdir(root, { recursive: true });
  await mkdir(state);
  for (const [file, text] of Object.entries(BEFORE)) {
    if (file !== "alias.txt") await writeFile(join(root, file), text);
  }
  await link(join(root, "linked.txt"), join(root, "alias.txt"));
  await chmod(join(root, "changed.txt"), 0o640);
  return { root, state };
}

async function contents(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const pairs = files.sort().map(async (file) => [file.slice(root.length + 1), await readFile(file, "utf8")]);
  return Object.fromEntries(await Promise.all(pairs));
}

/** The child as one plain file, which starts fast and on every Node. */
async function bundled(folder: string): Promise<string> {
  const outfile = join(folder, "child.mjs");
  await build({
    entryPoints: [CHILD],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@toolwright/source"],
    logLevel: "error",
  });
  return outfile;
}

/**
 * Runs the change in a process that is killed before its n-th file operation; gives how many there were, if it lived.
 */
async function crash(child: string, { root, state }: Folder, killBefore: number): Promise<number | undefined> {
  return run(process.execPath, [child, root, state, `${killBefore}`]).then(
    ({ stdout }) => Number(stdout),
    (error: { signal?: string; stderr?: string }) => {
      if (error.signal !== "SIGKILL") throw new Error(error.stderr);
      return undefined;
    },
  );
}

describe("a change of several files", () => {
  it("is made whole or not at all, wherever the process dies", async () => {
    const base = await realpath(await mkdtemp(join(tmpdir(), "crash-")));
    try {
      const child = await bundled(base);
      const total = await crash(child, await prepare(base, "whole"), 0);
      expect(await contents(join(base, "whole", "work"))).toEqual(AFTER);
      expect(total).toBeGreaterThan(20);
      const outcomes = new Set<string>();
      const points = [...Array(total ?? 0).keys()].map((index) => index + 1);
      const worker = async (): Promise<void> => {
        for (let point = points.shift(); point !== undefined; point = points.shift()) {
          const folder = await prepare(base, `${point}`);
          expect(await crash(child, folder, point)).toBeUndefined();
          outcomes.add(await afterRecovery(folder));
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, worker));
      expect([...outcomes].sort()).toEqual(["all", "nothing"]);
    } finally {
      await rm(base, { recursive: true });
    }
  });
});

async function afterRecovery({ root, state }: Folder): Promise<"all" | "nothing"> {
  const workspace = await createLocalWorkspace({ root, stateDirectory: state });
  expect((await recoverChanges(workspace)).conflicts).toEqual([]);
  const now = await contents(root);
  const done = "moved.txt" in now;
  expect(now).toEqual(done ? AFTER : BEFORE);
  expect((await readdir(root)).includes("new")).toBe(done);
  expect((await stat(join(root, "changed.txt"))).mode & 0o777).toBe(0o640);
  expect((await stat(join(root, "linked.txt"))).nlink).toBe(2);
  expect(await readdir(join(state, "pending-writes")).catch(() => [])).toEqual([]);
  return done ? "all" : "nothing";
}
