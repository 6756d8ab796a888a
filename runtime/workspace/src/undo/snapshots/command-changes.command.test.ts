import { execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScrubber, type Logger } from "@toolwright/core";
import { beforeEach, describe, expect, it } from "vitest";
import { CHAT, type UndoBench, undoBench } from "../../../test/undo-bench.ts";
import { listTurns } from "../list-turns.ts";
import { redoChanges, undoChanges } from "../undo-changes.ts";
import { undoFolder } from "../undo-folder.ts";
import type { CommandChanges } from "./command-changes.port.ts";
import { createCommandChanges } from "./command-changes.ts";

let bench: UndoBench;
let changes: CommandChanges;
let warnings: string[];
const warn = (message: string, fields?: object) => void warnings.push(`${message} ${JSON.stringify(fields ?? {})}`);
const logger: Logger = { debug() {}, info() {}, warn, error: warn };

beforeEach(async () => {
  warnings = [];
  bench = await undoBench();
  changes = createCommandChanges(bench.workspace);
});

/** A line of bash as the tool runs it. */
async function run(line: string, runId = "run-1"): Promise<void> {
  const command = await changes.begin({ logger, scrubber: createScrubber() });
  execFileSync("bash", ["-c", line], { cwd: bench.workspace.root });
  await command?.end({ runId, toolCallId: "c1", conversation: CHAT, toolName: "bash" });
}

const modeOf = async (name: string) => (await stat(bench.path(name))).mode & 0o777;

describe("what a command changes", () => {
  it("is undone and redone like what a tool changes: files, links, permission bits, directories", async () => {
    for (const name of ["changed", "gone", "run.sh", "d/kept"]) await bench.put(name, `${name}\r\n`);
    await symlink("changed", bench.path("link"));
    await chmod(bench.path("run.sh"), 0o644);
    const before = await bench.contents();
    await run(
      "echo new > changed; rm gone; chmod 755 run.sh; mkdir -p x/y; echo z > x/y/z; ln -sfn d link; mv d/kept moved",
    );
    const after = await bench.contents();
    expect(await listTurns(bench.workspace)).toMatchObject([{ turn: 1, calls: [{ tool: "bash", call: "c1" }] }]);
    expect(await undoChanges(bench.workspace, { last: 1 })).toMatchObject([{ outcome: { ok: true } }]);
    expect(await bench.contents()).toEqual(before);
    expect(await modeOf("run.sh")).toBe(0o644);
    await redoChanges(bench.workspace, 1);
    expect(await bench.contents()).toEqual(after);
    expect(await modeOf("run.sh")).toBe(0o755);
  });

  it.each([
    ["a file became a folder", "rm a; mkdir -p a/x; echo x > a/x/b"],
    ["a file became an empty folder", "rm a; mkdir -p a/x/y"],
    ["a link became a folder", "rm link; mkdir link; echo x > link/kept"],
    ["a folder became a file", "rm -r d; echo x > d"],
    ["a folder became a link", "rm -r d; ln -s a d"],
    ["an empty folder became a file, and one is gone", "rmdir old/empty; echo x > old/empty; rm -r e"],
    ["both at once, and back again", "rm a; mv d a; echo x > d; rm -r a; echo a > a"],
    ["they changed places", "mv a t; mv d a; mv t d"],
  ])("is undone and redone where %s", async (_what, line) => {
    for (const path of ["a", "d/kept", "d/x/deep", "other"]) await bench.put(path, path);
    await mkdir(bench.path("old/empty"), { recursive: true });
    await mkdir(bench.path("e/f"), { recursive: true });
    await symlink("d", bench.path("link"));
    const before = await bench.contents();
    await run(`${line}; echo new > other`);
    const after = await bench.contents();
    for (let round = 0; round < 2; round++) {
      expect(await undoChanges(bench.workspace, { last: 1 })).toMatchObject([{ outcome: { ok: true } }]);
      expect(await bench.contents()).toEqual(before);
      expect(await redoChanges(bench.workspace, 1)).toMatchObject([{ outcome: { ok: true } }]);
      expect(await bench.contents()).toEqual(after);
    }
  });

  it.each([
    ["a file was put into the new folder", "rm a; mkdir a; echo x > a/b", "a/mine", "a"],
    ["a folder was put into it", "rm a; mkdir a; echo x > a/b", "a/c/mine", "a"],
    ["what stands there was changed", "rm -r d; echo x > d", "d", "d"],
  ])("is left alone as a whole, by name, where %s", async (_what, line, mine, name) => {
    for (const path of ["a", "d/kept", "other"]) await bench.put(path, path);
    await run(`${line}; echo new > other`);
    await bench.put(mine, "mine");
    const after = await bench.contents();
    const [undone] = await undoChanges(bench.workspace, { last: 1 });
    expect(undone?.outcome.ok).toBe(false);
    expect(JSON.stringify(undone)).toContain(`${bench.path(name)}`);
    expect(await bench.contents()).toEqual(after);
  });

  it("is left alone as a whole, by name, where a file is write-protected now", async () => {
    for (const path of ["a", "b"]) await bench.put(path, path);
    await run("echo 2 > a; echo 2 > b; chmod 444 b");
    const after = await bench.contents();
    const [undone] = await undoChanges(bench.workspace, { last: 1 });
    expect(undone?.outcome).toMatchObject({ ok: false, conflicts: [{ path: bench.path("b") }] });
    expect(await bench.contents()).toEqual(after);
    await chmod(bench.path("b"), 0o644);
    expect(await undoChanges(bench.workspace, { last: 1 })).toMatchObject([{ outcome: { ok: true } }]);
    expect(await bench.contents()).toEqual({ a: "a", b: "b" });
  });

  it("is kept where nobody else can read it", async () => {
    await bench.put("changed", "mine\n");
    await chmod(bench.path("changed"), 0o600);
    await run("echo new >> changed; echo z > made");
    const kept = await readdir(undoFolder(bench.workspace), { recursive: true, withFileTypes: true });
    const files = kept.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const open = await Promise.all(files.map(async (file) => ((await stat(file)).mode & 0o077 ? [file] : [])));
    expect(files.some((file) => file.includes("objects"))).toBe(true);
    expect(open.flat().filter((file) => !/shadow\.git\/(?:HEAD|config|info\/)/.test(file))).toEqual([]);
  });

  it("is undone and redone where it made nothing but folders, or some beside files", async () => {
    await bench.put("d/kept", "1");
    await mkdir(bench.path("old/empty"), { recursive: true });
    const folders = async () => {
      const all = await readdir(bench.workspace.root, { recursive: true, withFileTypes: true });
      return all.flatMap((one) => (one.isDirectory() ? [`${one.parentPath}/${one.name}`] : [])).sort();
    };
    for (const line of [
      "mkdir -p x/y/z old/new d/e",
      "mkdir -p m/n; echo 1 > m/f",
      "mv d/kept kept2; mkdir d/e2",
      "mv d/kept kept2; rmdir d",
    ]) {
      const before = [await folders(), await bench.contents()];
      await run(line, line);
      const after = [await folders(), await bench.contents()];
      expect(await undoChanges(bench.workspace, { last: 1 })).toMatchObject([{ outcome: { ok: true } }]);
      expect([line, await folders(), await bench.contents()]).toEqual([line, ...before]);
      await redoChanges(bench.workspace, 1);
      expect([line, await folders(), await bench.contents()]).toEqual([line, ...after]);
      await undoChanges(bench.workspace, { last: 1 });
      expect([line, await folders(), await bench.contents()]).toEqual([line, ...before]);
    }
    expect(warnings).toEqual([]);
  });

  it("keeps what somebody has put into a new folder, and every folder of a new repository", async () => {
    await bench.put("a", "1");
    await run("mkdir -p x/y; git init -q sub");
    await bench.put("x/y/mine", "1");
    await undoChanges(bench.workspace, { last: 1 });
    expect((await stat(bench.path("x/y/mine"))).isFile()).toBe(true);
    expect((await stat(bench.path("sub/.git/refs/tags"))).isDirectory()).toBe(true);
  });

  it("is as private again as it was", async () => {
    for (const [name, mode] of [
      ["gone", 0o600],
      ["opened", 0o640],
      ["script", 0o700],
    ] as const) {
      await bench.put(name, "1");
      await chmod(bench.path(name), mode);
    }
    await run("rm gone script; chmod 755 opened; echo 2 > opened");
    await undoChanges(bench.workspace, { last: 1 });
    expect(await Promise.all(["gone", "opened", "script"].map(modeOf))).toEqual([0o600, 0o640, 0o700]);
  });

  it("belongs to the same turn as the edits of its run", async () => {
    await bench.change("run-1", { a: "1" });
    await run("echo 2 >> a");
    await bench.change("run-1", { b: "1" });
    await run("echo 3 >> a", "run-2");
    expect((await listTurns(bench.workspace)).map(({ turn, calls }) => [turn, calls.length])).toEqual([
      [2, 1],
      [1, 3],
    ]);
    await undoChanges(bench.workspace, { last: 2 });
    expect(await bench.contents()).toEqual({});
  });

  it("is nothing when a command changed nothing, or only what is ignored", async () => {
    await bench.put(".gitignore", "*.log\n");
    await run("true; echo x > a.log; mkdir node_modules; echo y > node_modules/z");
    expect(await listTurns(bench.workspace)).toEqual([]);
  });

  it("is not overwritten when somebody changed it since", async () => {
    await bench.put("a", "1");
    await run("echo 2 > a");
    await bench.put("a", "mine");
    expect(await undoChanges(bench.workspace, { last: 1 })).toMatchObject([{ outcome: { ok: false } }]);
    expect(await bench.contents()).toEqual({ a: "mine" });
  });

  it("is kept byte by byte, whatever the repository says of line ends", async () => {
    await bench.put(".gitattributes", "* text=auto eol=lf\n*.x filter=evil ident\n");
    const bytes = Uint8Array.from({ length: 600 }, (_, index) => (index % 3 === 0 ? 13 : index % 256));
    await writeFile(bench.path("a.x"), bytes);
    await run("echo '$Id$' > a.x");
    await undoChanges(bench.workspace, { last: 1 });
    expect(new Uint8Array(await readFile(bench.path("a.x")))).toEqual(bytes);
  });
});

describe("the snapshots", () => {
  it("leave the user's repository as it is, and run nothing that it names", async () => {
    const git = (...args: string[]) => execFileSync("git", args, { cwd: bench.workspace.root, encoding: "utf8" });
    git("init", "-q");
    await bench.put("a", "1");
    git("add", "a");
    await bench.put("evil", `#!/bin/sh\ntouch ${bench.path("../ran")}\n`);
    await chmod(bench.path("evil"), 0o755);
    for (const [name, value] of [
      ["core.fsmonitor", bench.path("evil")],
      ["filter.f.clean", bench.path("evil")],
    ]) {
      git("config", name ?? "", value ?? "");
    }
    await bench.put(".gitattributes", "* filter=f\n");
    const status = () =>
      execFileSync("git", ["-c", "core.fsmonitor=", "-c", "filter.f.clean=cat", "status", "--porcelain"], {
        cwd: bench.workspace.root,
        encoding: "utf8",
      });
    const [before, index] = [status(), await readFile(bench.path(".git/index"))];
    await run("echo 2 >> b");
    expect(await readFile(bench.path(".git/index"))).toEqual(index);
    expect(status()).toBe(before.replace("?? evil", "?? b\n?? evil"));
    expect(await readdir(bench.path(".."))).not.toContain("ran");
  });

  it("leave out large files, crowded directories and repositories inside", async () => {
    execFileSync("git", ["init", "-q"], { cwd: bench.workspace.root });
    await bench.put("small", "s");
    await mkdir(bench.path("many"));
    for (let index = 0; index < 201; index += 1) await bench.put(`many/${index}`, "x");
    await writeFile(bench.path("large"), new Uint8Array(10 * 1024 * 1024 + 1));
    execFileSync("git", ["init", "-q", "inner"], { cwd: bench.workspace.root });
    await bench.put("inner/a", "1");
    await run("rm small many/7 large inner/a");
    expect(await listTurns(bench.workspace)).toMatchObject([{ calls: [{ files: ["small"] }] }]);
  });

  it("leave out what undo keeps itself, where that lies inside the folder", async () => {
    const workspace = { ...bench.workspace, stateDirectory: bench.path("kept here/toolwright") };
    changes = createCommandChanges(workspace);
    await bench.put("a", "1");
    await run("echo 2 > a");
    expect(await listTurns(workspace)).toMatchObject([{ calls: [{ files: ["a"] }] }]);
  });

  describe("where a kept file has grown too large to be held", () => {
    const small = { grown: "grown\n", other: "other\n" };

    beforeEach(async () => {
      for (const [name, content] of Object.entries(small)) await bench.put(name, content);
    });

    // They are holes: such a file takes no room on the disk.
    it.each([
      ["once", ["truncate -s 300M grown; rm other"]],
      ["beyond what Node reads at once", ["truncate -s 5G grown; chmod 700 grown"]],
      ["and is deleted by the same run", ["truncate -s 300M grown", "rm grown other"]],
      ["twice, and is small again", ["truncate -s 300M grown", "truncate -s 400M grown", "echo x > grown; rm other"]],
      ["beside its other name", ["ln grown second", "truncate -s 300M grown; rm second"]],
    ])("bring back what it was: %s", async (_, lines) => {
      await chmod(bench.path("grown"), 0o640);
      for (const line of lines) await run(line);
      expect(warnings).toEqual([]);
      expect(await undoChanges(bench.workspace, { last: 1 })).toMatchObject([{ outcome: { ok: true } }]);
      expect([await bench.contents(), await modeOf("grown")]).toEqual([small, 0o640]);
      await run("echo more >> grown", "run-2");
      expect(await undoChanges(bench.workspace, { last: 1 })).toMatchObject([{ outcome: { ok: true } }]);
      expect(await bench.contents()).toEqual(small);
    });

    it("say at a redo that so much is not kept", async () => {
      await run("truncate -s 300M grown; rm other");
      await undoChanges(bench.workspace, { last: 1 });
      const reason = expect.stringContaining("was larger than 256 MiB, and so much is not kept");
      const conflicts = [{ path: bench.path("grown"), reason, canBeForced: false }];
      expect(await redoChanges(bench.workspace, 1)).toMatchObject([{ outcome: { ok: false, conflicts } }]);
      expect(await bench.contents()).toEqual(small);
    });

    it("leave it alone where somebody has changed it since", async () => {
      await run("truncate -s 300M grown; rm other");
      await truncate(bench.path("grown"), 300 * 1024 * 1024 + 1);
      const conflicts = [{ path: bench.path("grown"), canBeForced: true }];
      expect(await undoChanges(bench.workspace, { last: 1 })).toMatchObject([{ outcome: { ok: false, conflicts } }]);
      expect(await undoChanges(bench.workspace, { last: 1 }, { force: true })).toMatchObject([
        { outcome: { ok: true } },
      ]);
      expect(await bench.contents()).toEqual(small);
    });

    it("take back the rest where it was as large before, and say so", async () => {
      await run("truncate -s 300M grown");
      await run("truncate -s 0 grown; rm other", "run-2");
      expect(warnings).toEqual([expect.stringContaining("What a command changed was not kept for undo")]);
      expect(await undoChanges(bench.workspace, { last: 1 })).toMatchObject([{ outcome: { ok: true } }]);
      expect(await bench.contents()).toEqual({ ...small, grown: "" });
    });
  });

  it("are given up, once and said, where the folder is the home directory", async () => {
    changes = createCommandChanges({ ...bench.workspace, home: bench.workspace.root });
    for (const line of ["true", "true"]) await run(line);
    expect(warnings).toHaveLength(1);
    expect(await bench.workspace.files.stat(join(undoFolder(bench.workspace), "shadow.git"))).toBeUndefined();
  });

  it("are taken unasked only where that is cheap, and it is said where not", async () => {
    const told: string[] = [];
    const quiet: Logger = { ...logger, info: (message) => void told.push(message) };
    const isWatched = async () => {
      const cheap = createCommandChanges(bench.workspace, { onlyWhereCheap: true });
      return (await cheap.begin({ logger: quiet, scrubber: createScrubber() })) !== undefined;
    };
    const git = (...args: string[]) => execFileSync("git", args, { cwd: bench.workspace.root, stdio: "ignore" });
    await bench.put("notes", "1");
    expect(await isWatched()).toBe(true);
    await truncate(bench.path("notes"), 201_000_000);
    expect(await isWatched()).toBe(false);
    expect(told).toEqual([expect.stringContaining("the folder holds more than 200 MB")]);
    git("init", "-q");
    expect(await isWatched()).toBe(true);
    const entry = (index: number) => `100644 e69de29bb2d1d6434b8b29ae775ad8c2e48c5391\tf${index}\n`;
    const index = Array.from({ length: 10_001 }, (_, at) => entry(at)).join("");
    execFileSync("git", ["update-index", "--index-info"], { cwd: bench.workspace.root, input: index });
    expect(await isWatched()).toBe(false);
  });

  it("hold every file of a folder that is no repository, however many lie side by side", async () => {
    changes = createCommandChanges(bench.workspace, { onlyWhereCheap: true });
    for (let index = 0; index < 201; index += 1) await bench.put(`many/${index}`, `${index}`);
    const before = await bench.contents();
    await run("rm many/7; echo x > many/8");
    expect(await undoChanges(bench.workspace, { last: 1 })).toMatchObject([{ outcome: { ok: true } }]);
    expect(await bench.contents()).toEqual(before);
  });
});
