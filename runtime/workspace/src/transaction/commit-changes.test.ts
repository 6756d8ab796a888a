import {
  chmod,
  link,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import { sha256 } from "../tracking/sha256.ts";
import { FileError } from "../workspace/file-error.ts";
import type { FilesPort } from "../workspace/files.port.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { commitChanges, HalfDoneError } from "./commit-changes.ts";
import { ChangedMeanwhileError } from "./file-change.ts";
import { contentAt, isLarge } from "./file-content.ts";
import { intentsFolder, saveIntent } from "./intent.ts";
import { recoverChanges } from "./recover-changes.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Above Linux's largest process number. */
const NOBODY = 2 ** 22 + 1;

let base: string;
let workspace: Workspace;
const at = (name: string): string => join(workspace.root, name);

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "commit-")));
  const root = join(base, "work");
  const made = await createLocalWorkspace({ root: base, stateDirectory: join(base, "state") });
  await made.files.makeDirectory(root);
  workspace = { ...made, root };
});

const modeOf = async (name: string): Promise<number> => (await stat(at(name))).mode & 0o777;

afterEach(() => rm(base, { recursive: true }));

function failingAt(operation: "replace" | "remove", path: string): Workspace {
  const files: FilesPort = {
    ...workspace.files,
    async rename(from, to) {
      const moved = operation === "replace" ? to : from;
      if (basename(moved) === basename(path)) throw new FileError("DENIED");
      await workspace.files.rename(from, to);
    },
  };
  return { ...workspace, files };
}

describe("commitChanges", () => {
  it("keeps the mode of a file and gives a new one the mode it is given", async () => {
    await writeFile(at("a"), "a");
    await chmod(at("a"), 0o755);
    await commitChanges(workspace, [
      { path: at("a"), before: encode("a"), after: encode("b") },
      { path: at("x/y/new"), before: undefined, after: encode("n"), mode: 0o700 },
    ]);
    expect((await stat(at("a"))).mode & 0o777).toBe(0o755);
    expect((await stat(at("x/y/new"))).mode & 0o777).toBe(0o700);
    expect(await readFile(at("a"), "utf8")).toBe("b");
    expect(await readdir(workspace.root)).toEqual(["a", "x"]);
  });

  it("replaces a file at once: who has the old one open reads on undisturbed", async () => {
    await writeFile(at("a"), "a");
    const { ino } = await stat(at("a"));
    await commitChanges(workspace, [{ path: at("a"), before: encode("a"), after: encode("b") }]);
    expect((await stat(at("a"))).ino).not.toBe(ino);
  });

  it("keeps all names of a file that has several", async () => {
    await writeFile(at("a"), "a");
    await link(at("a"), at("b"));
    await commitChanges(workspace, [{ path: at("a"), before: encode("a"), after: encode("new") }]);
    expect(await readFile(at("b"), "utf8")).toBe("new");
  });

  it.each(["replace", "remove"] as const)("takes everything back when it cannot %s a file", async (operation) => {
    await writeFile(at("a"), "a");
    await writeFile(at("b"), "b");
    const failing = failingAt(operation, at("b"));
    const second = operation === "replace" ? encode("B") : undefined;
    const changes = [
      { path: at("a"), before: encode("a"), after: encode("A") },
      { path: at("deep/c"), before: undefined, after: encode("C") },
      { path: at("b"), before: encode("b"), after: second },
    ];
    await expect(commitChanges(failing, changes)).rejects.toThrow("permission denied");
    expect(await readFile(at("a"), "utf8")).toBe("a");
    expect(await readdir(workspace.root)).toEqual(["a", "b"]);
    expect(await readdir(intentsFolder(workspace))).toEqual([]);
  });

  it("says so when that fails too, and keeps what the next start needs", async () => {
    await writeFile(at("a"), "a");
    await writeFile(at("b"), "b");
    const failing = failingAt("replace", at("b"));
    let renames = 0;
    const broken: Workspace = {
      ...failing,
      files: {
        ...failing.files,
        async rename(from, to) {
          if (basename(to) === "a" && ++renames > 1) throw new FileError("IO");
          await failing.files.rename(from, to);
        },
      },
    };
    const changes = ["a", "b"].map((name) => ({ path: at(name), before: encode(name), after: encode(`new ${name}`) }));
    await expect(commitChanges(broken, changes)).rejects.toThrow(HalfDoneError);
    const [name = ""] = await readdir(intentsFolder(workspace));
    const { rename } = workspace.files;
    await rename(join(intentsFolder(workspace), name), join(intentsFolder(workspace), `${NOBODY}-1-abc`));
    expect(await recoverChanges(workspace)).toEqual({ takenBack: 1, conflicts: [] });
    expect([await readFile(at("a"), "utf8"), await readdir(workspace.root)]).toEqual(["a", ["a", "b"]]);
  });

  it("turns a file into a link, a link into a file, points a link elsewhere, and removes one", async () => {
    await writeFile(at("file"), "f");
    for (const name of ["link", "moved", "gone"]) await symlink("file", at(name));
    await commitChanges(workspace, [
      { path: at("moved"), before: { target: "file" }, after: { target: "link" } },
      { path: at("gone"), before: { target: "file" }, after: undefined },
      { path: at("link"), before: { target: "file" }, after: encode("now a file") },
      { path: at("file"), before: encode("f"), after: { target: "link" } },
    ]);
    expect(await readlink(at("moved"))).toBe("link");
    expect(await readlink(at("file"))).toBe("link");
    expect(await readFile(at("link"), "utf8")).toBe("now a file");
    expect(await readdir(workspace.root)).toEqual(["file", "link", "moved"]);
  });

  it("does not take a link for a file that holds its target", async () => {
    await symlink("a", at("link"));
    const changes = [{ path: at("link"), before: encode("a"), after: encode("b") }];
    await expect(commitChanges(workspace, changes)).rejects.toThrow(ChangedMeanwhileError);
  });

  it("sets permission bits, also of a file with several names, and takes them back", async () => {
    for (const name of ["a", "b", "c"]) await writeFile(at(name), name, { mode: 0o644 });
    await link(at("b"), at("other"));
    const changes = ["a", "b"].map((name) => ({
      path: at(name),
      before: encode(name),
      after: encode(name),
      mode: 0o755,
    }));
    const failing = failingAt("remove", at("c"));
    const last = { path: at("c"), before: encode("c"), after: undefined };
    await expect(commitChanges(failing, [...changes, last])).rejects.toThrow(FileError);
    expect([await modeOf("a"), await modeOf("b")]).toEqual([0o644, 0o644]);
    await commitChanges(workspace, changes);
    expect([await modeOf("a"), await modeOf("b"), await modeOf("other")]).toEqual([0o755, 0o755, 0o755]);
  });

  it("does not touch a file that is write-protected", async () => {
    await writeFile(at("a"), "a");
    await chmod(at("a"), 0o444);
    const changes = [{ path: at("a"), before: encode("a"), after: encode("b") }];
    await expect(commitChanges(workspace, changes)).rejects.toThrow(FileError);
    expect(await readFile(at("a"), "utf8")).toBe("a");
  });

  it.each([
    ["was changed", "theirs", encode("a")],
    ["came into being", "theirs", undefined],
  ])("does not overwrite a file that %s meanwhile", async (_, now, before) => {
    await writeFile(at("a"), now);
    const changes = [{ path: at("a"), before, after: encode("ours") }];
    await expect(commitChanges(workspace, changes)).rejects.toThrow(ChangedMeanwhileError);
    expect(await readFile(at("a"), "utf8")).toBe("theirs");
    expect(await readdir(workspace.root)).toEqual(["a"]);
  });
});

describe("recoverChanges", () => {
  /** What a process that died would have left. */
  async function leave(pid: number, before: string, after: string, root = workspace.root): Promise<string> {
    const folder = join(intentsFolder(workspace), `${pid}-1-abc`);
    await workspace.files.makeDirectory(folder);
    await workspace.files.write(at(".o.tmp"), encode(before));
    const step = {
      path: at("a"),
      temp: at(".t.tmp"),
      old: at(".o.tmp"),
      inPlace: false,
      clears: false,
      before: sha256(encode(before)),
      after: sha256(encode(after)),
    };
    const owner = { pid, started: "1" };
    await saveIntent(workspace, folder, { version: 2, root, owner, steps: [step], cleared: [], directories: [] });
    return folder;
  }

  it("brings back what a dead process had changed", async () => {
    await writeFile(at("a"), "after");
    await leave(NOBODY, "before", "after");
    expect(await recoverChanges(workspace)).toEqual({ takenBack: 1, conflicts: [] });
    expect(await readFile(at("a"), "utf8")).toBe("before");
  });

  it("leaves alone what somebody changed since, and says so", async () => {
    await writeFile(at("a"), "by the user");
    await leave(NOBODY, "before", "after");
    expect(await recoverChanges(workspace)).toEqual({ takenBack: 1, conflicts: [at("a")] });
    expect(await readFile(at("a"), "utf8")).toBe("by the user");
  });

  it("does not meddle with a process that runs, nor with another workspace", async () => {
    await writeFile(at("a"), "after");
    const other = await leave(NOBODY, "before", "after", "/elsewhere");
    expect(await recoverChanges(workspace)).toEqual({ takenBack: 0, conflicts: [] });
    await rm(other, { recursive: true });
    const stat = await readFile(`/proc/${process.ppid}/stat`, "utf8").catch(() => undefined);
    const started = stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "0";
    const folder = await leave(process.ppid, "before", "after");
    await workspace.files.rename(folder, join(intentsFolder(workspace), `${process.ppid}-${started}-abc`));
    expect(await recoverChanges(workspace)).toEqual({ takenBack: 0, conflicts: [] });
    expect(await readFile(at("a"), "utf8")).toBe("after");
  });

  it("keeps an intent that it cannot read, and clears away one that never began", async () => {
    const unreadable = await leave(NOBODY, "before", "after");
    await writeFile(join(unreadable, "intent.json"), '{"version":1}');
    const unbegun = join(intentsFolder(workspace), `${NOBODY}-1-def`);
    await workspace.files.makeDirectory(unbegun);
    await writeFile(join(unbegun, "intent.draft"), "x");
    expect(await recoverChanges(workspace)).toEqual({ takenBack: 0, conflicts: [] });
    expect(await readdir(intentsFolder(workspace))).toEqual([`${NOBODY}-1-abc`]);
  });
});

describe("a file that is too large to be held", () => {
  /** Fails once, at the n-th operation that changes something. */
  function failingOnce(n: number): Workspace {
    let left = n;
    const failing = <Given extends readonly unknown[]>(work: (...given: Given) => Promise<void>) => {
      return async (...given: Given): Promise<void> => {
        left -= 1;
        if (left === 0) throw new FileError("DENIED");
        await work(...given);
      };
    };
    const { files } = workspace;
    const [write, rename, remove] = [failing(files.write), failing(files.rename), failing(files.remove)];
    return { ...workspace, files: { ...files, write, rename, remove } };
  }

  const small = "small again\n";
  const identity = async () => {
    const { ino, size, mode } = await stat(at("large"));
    return [ino, size, mode & 0o777];
  };

  it("is replaced whole, or is the same file as before, whichever operation fails", async () => {
    await writeFile(at("large"), "");
    // A hole: it takes no room on the disk.
    await truncate(at("large"), 3 * 2 ** 30);
    await chmod(at("large"), 0o640);
    const before = await identity();
    const large = await contentAt(workspace.files, at("large"));
    if (!isLarge(large)) throw new Error("it is held");
    const changes = [
      { path: at("large"), before: large, after: encode(small) },
      { path: at("other"), before: undefined, after: encode("other") },
    ];
    for (let n = 1; ; n++) {
      const failed = await commitChanges(failingOnce(n), changes).then(
        () => false,
        () => true,
      );
      await recoverChanges(workspace);
      if (!failed) break;
      expect([n, await identity(), await readdir(workspace.root)]).toEqual([n, before, ["large"]]);
    }
    expect([await readFile(at("large"), "utf8"), await modeOf("large")]).toEqual([small, 0o640]);
  });
});
