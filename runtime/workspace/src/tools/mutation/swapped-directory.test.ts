import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JsonObject, ToolRegistry, ToolRunner } from "@toolwright/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLocalWorkspace } from "../../local/local-workspace.adapter.ts";
import { createPermissions } from "../../permissions/create-permissions.ts";
import { SeenFiles } from "../../tracking/seen-files.ts";
import { createChangeLog } from "../../undo/file-change-log.ts";
import { workspaceOverrides } from "../../workspace/workspace-overrides.ts";
import { standardTools } from "../standard-tools.ts";

/** Seconds of swapping for each of the tests. */
const SECONDS = Number(process.env.SWAP_SECONDS ?? 2);

/**
 * Swaps a directory for links and back, each time in one step, until it is ended. The links wait beside it, in turn.
 */
const SWAPPER = `
import ctypes, os, random, sys, time
libc = ctypes.CDLL(None)
def exchange(one, other):
    if libc.renameat2(-100, one.encode(), -100, other.encode(), 2) != 0: sys.exit(1)
for index, target in enumerate(sys.argv[1:]): os.symlink(target, "link%d" % index)
print("ready", flush=True)
while True:
    link = "link%d" % random.randrange(len(sys.argv) - 1)
    exchange("d", link)
    time.sleep(random.random() * 0.003)
    exchange("d", link)
    time.sleep(random.random() * 0.006)
`;

/** Only Linux swaps two names in one step. */
const CAN_SWAP = process.platform === "linux" && spawnSync("python3", ["-c", ""]).status === 0;

let base: string;
const at = (...names: readonly string[]) => join(base, "work", ...names);

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "swapped-")));
  for (const place of ["work/d", "work/.git/hooks", "outside"]) {
    await mkdir(join(base, place), { recursive: true });
    await writeFile(join(base, place, "a.txt"), `${place}\n`);
  }
});

afterEach(() => rm(base, { recursive: true }));

/** Everything below a place, by path. */
async function contents(place: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const read = async (path: string) => [path, await readFile(path, "utf8")] as const;
  return Object.fromEntries(await Promise.all(files.map(({ parentPath, name }) => read(join(parentPath, name)))));
}

async function elsewhere() {
  return Promise.all([join(base, "outside"), at(".git")].map(contents));
}

/** The directory, under whatever name it was left. */
async function realDirectory(): Promise<string> {
  const entries = await readdir(at(), { withFileTypes: true });
  return entries.find((entry) => entry.isDirectory() && entry.name !== ".git")?.name ?? "";
}

async function whileSwapping(work: () => Promise<void>): Promise<void> {
  const before = await elsewhere();
  const swapper = spawn("python3", ["-c", SWAPPER, ".git/hooks", join(base, "outside")], { cwd: at() });
  await once(swapper.stdout, "data");
  try {
    await work();
    expect(swapper.exitCode).toBeNull();
  } finally {
    swapper.kill("SIGKILL");
    await once(swapper, "exit").catch(() => undefined);
  }
  expect(await elsewhere()).toEqual(before);
}

interface Change {
  readonly exec: (name: string, args: JsonObject) => Promise<boolean>;
  readonly n: number;
  readonly file_path: string;
  readonly old: string | undefined;
  readonly content: string;
}

/** Writes a file anew or edits it, sometimes after reading it; whether that was done. */
async function changed({ exec, n, file_path, old, content }: Change): Promise<boolean> {
  if (old !== undefined && n % 3 === 0) await exec("read", { file_paths: [file_path] });
  if (old === undefined || n % 2 === 1) return exec("write", { file_path, content });
  return exec("edit", { file_path, old_string: old.trim(), new_string: content.trim() });
}

describe.skipIf(!CAN_SWAP)("a directory that is swapped for links all the time", () => {
  it(
    `gets every change whole or not at all, and nothing is changed elsewhere (${SECONDS} s)`,
    async () => {
      const workspace = await createLocalWorkspace({ root: at(), stateDirectory: join(base, "state") });
      const seenFiles = new SeenFiles();
      const runner = new ToolRunner({
        registry: new ToolRegistry(standardTools()),
        overrides: workspaceOverrides({ workspace, seenFiles, changeLog: createChangeLog(workspace) }),
        policy: createPermissions({ root: at(), home: base, mode: "accept-edits" }).policy,
        loopGuard: false,
      });
      const exec = async (name: string, args: JsonObject) =>
        (await runner.exec({ name, arguments: args })).result.error === undefined;
      const expected = new Map<string, string>([["a.txt", "work/d\n"]]);
      let [done, failed] = [0, 0];
      await whileSwapping(async () => {
        const end = performance.now() + SECONDS * 1_000;
        for (let n = 0; performance.now() < end; n += 1) {
          const [file, content] = [`n${n % 7}.txt`, `line ${n}\n`];
          const made = await changed({ exec, n, file_path: `d/${file}`, old: expected.get(file), content });
          if (made) expected.set(file, content);
          made ? (done += 1) : (failed += 1);
        }
      });
      const real = await realDirectory();
      for (const [file, content] of expected) {
        expect([file, await readFile(at(real, file), "utf8")]).toEqual([file, content]);
      }
      expect(await readdir(at(real))).toEqual([...expected.keys()].sort());
      expect(done).toBeGreaterThan(0);
      expect(failed).toBeGreaterThan(0);
    },
    SECONDS * 1_000 + 60_000,
  );
});
