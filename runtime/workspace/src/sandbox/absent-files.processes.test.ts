import { execFileSync } from "node:child_process";
import { chmod, mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type SandboxBench, sandboxBench, whyNoSandbox } from "../../test/sandbox-bench.ts";
import { heldBy } from "../workspace/held-by.ts";
import { absentFiles } from "./absent-files.ts";
import { UnmarkedIndexes } from "./bubblewrap/unmarked-indexes.ts";
import { isKept } from "./kept-from-lines.port.ts";
import type { Sandbox } from "./sandbox.port.ts";

const missing = process.platform === "linux" ? await whyNoSandbox() : "bubblewrap is for Linux";

let bench: SandboxBench;
let root: string;

const isSecret = (path: string) => /\/(?:\.env[^/]*|private)$/.test(path);

beforeEach(async () => {
  bench = await sandboxBench();
  root = bench.workspace.root;
});

afterEach(() => bench.dispose());

async function write(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), `text of ${name}\n`);
  }
}

async function found(denies = isSecret): Promise<readonly string[]> {
  return (await absentFiles(root, denies)).paths.map(({ path }) => relative(root, path)).sort();
}

describe("the files of a workspace that nobody may read", () => {
  it("are those that are there now, wherever they lie", async () => {
    await write(".env", "a/b/.env.local", "a/c.txt", "private/key", "node_modules/x/.env");
    expect(await found()).toEqual([".env", "a/b/.env.local", "node_modules/x/.env", "private"]);
    await rm(join(root, ".env"));
    await rename(join(root, "a/b"), join(root, "a/d"));
    await write("a/new/.env");
    expect(await found()).toEqual(["a/d/.env.local", "a/new/.env", "node_modules/x/.env", "private"]);
    await writeFile(join(root, "a/c.txt"), "changed");
    expect(await found()).toHaveLength(4);
  });

  it("are asked about only where something has changed", async () => {
    await write("a/.env", "b/x.txt", "c/y.txt");
    const asked: string[] = [];
    const denies = (path: string) => {
      asked.push(relative(root, path));
      return isSecret(path);
    };
    await found(denies);
    // Only a folder that has rested shows each change.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await found(denies);
    asked.length = 0;
    expect(await found(denies)).toEqual(["a/.env"]);
    expect(asked).toEqual([]);
    await write("b/.env");
    expect(await found(denies)).toEqual(["a/.env", "b/.env"]);
    expect(asked.sort()).toEqual(["b/.env", "b/x.txt"]);
  });

  it("are also those outside to which a link leads, and nothing of the workspace under another name", async () => {
    await writeFile(join(bench.base, "plain.txt"), "");
    await writeFile(join(bench.base, ".env.outside"), "");
    await write("x.txt");
    await symlink("x.txt", join(root, ".env.link"));
    await symlink("../plain.txt", join(root, ".env.plain"));
    await symlink("../.env.outside", join(root, "harmless"));
    await symlink("..", join(root, ".env.up"));
    expect(await found()).toEqual(["../.env.outside", "../plain.txt"]);
  });

  it.runIf(process.platform === "linux")("are not known to be all where a path cannot tell of one", async () => {
    await write("keys/.env");
    const isAll = async () => (await absentFiles(root, isSecret)).all;
    const shell = (line: string) => execFileSync("bash", ["-c", line], { cwd: root });
    expect(await isAll()).toBe(true);
    shell("touch $'caf\\xe9.txt' $'right \\xef\\xbf\\xbd'; mkdir $'folder \\xef\\xbf\\xbd'");
    expect(await isAll()).toBe(true);
    shell("mv keys $'keys\\xff'");
    expect([await found(), await isAll()]).toEqual([[], false]);
    shell("mv $'keys\\xff' keys; mkdir $'keys/\\xff'");
    expect([await found(), await isAll()]).toEqual([["keys"], true]);
    shell("rmdir keys/*; touch $'keys/\\xe9' $'keys/.env\\xe9'");
    expect([await found(), await isAll()]).toEqual([["keys"], true]);
    shell("rm keys/.env?*");
    expect([await found(), await isAll()]).toEqual([["keys/.env"], true]);
  });

  it("are folders that lie deeper than a path can tell", async () => {
    await write("keys/.env");
    const shell = (line: string) => execFileSync("bash", ["-c", line], { cwd: root });
    shell(
      "name=$(printf 'd%.0s' {1..250}); for i in {1..20}; do mkdir $name && cd -P ./$name 2>/dev/null || break; done; echo 'text of .env' > .env",
    );
    const [deep = "", ...others] = await found();
    expect([deep, others]).toEqual([expect.stringMatching(/^(?:d{250}\/){3,}d{250}$/), ["keys/.env"]]);
    if (missing === undefined) {
      const { paths: absent } = await absentFiles(root, isSecret);
      expect((await bench.run(await bench.sandbox(), "grep -rs 'text of' .", { absent })).printed).toBe("");
    }
    shell("rm -r d*");
    expect(await found()).toEqual(["keys/.env"]);
  });

  it.runIf(process.getuid?.() !== 0)("are folders that may not be read, which a line could open", async () => {
    for (const mode of [0o000, 0o100, 0o600]) {
      await write("keys/.env", "keys/more/.env", "b/.env");
      await chmod(join(root, "keys"), mode);
      expect(await found()).toEqual(["b/.env", "keys"]);
      if (missing === undefined) {
        const { paths: absent } = await absentFiles(root, isSecret);
        const held = await bench.run(await bench.sandbox(), "chmod 700 keys; cat keys/.env keys/more/.env", { absent });
        expect(held.printed).not.toContain("text of");
      }
      await chmod(join(root, "keys"), 0o700);
      expect(await found()).toEqual(["b/.env", "keys/.env", "keys/more/.env"]);
    }
  });

  it("are told by their folder where they are more than a thousand", async () => {
    await write(".env", "one/.env");
    await mkdir(join(root, "many"));
    for (let n = 0; n < 1_000; n += 1) await writeFile(join(root, `many/.env${n}`), "");
    expect(await found()).toEqual([".env", "many", "one/.env"]);
  });

  it("are told by folders around theirs where each of these holds one, and all of them are told", async () => {
    await writeFile(join(bench.base, ".env.outside"), "");
    await symlink("../.env.outside", join(root, "away"));
    await write("few/one/.env", "few/two/.env", ".env");
    for (let n = 0; n < 1_010; n += 1) await write(`packages/p${n}/.env`);
    const absent = await absentFiles(root, isSecret);
    const names = absent.paths.map(({ path }) => relative(root, path)).sort();
    expect(names).toEqual(["../.env.outside", ".env", "few/one/.env", "few/two/.env", "packages"]);
    expect([absent.all, absent.holds(join(root, "packages/p7/.env")), absent.holds(join(root, "few"))]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("take as long each, whether they are hundreds or thousands that git tracks in as many folders", async () => {
    const cpuOf = async (count: number) => {
      const folder = join(root, `${count}`);
      const names = Array.from({ length: count }, (_, n) => `p${n}/.env`);
      await write(...names.map((name) => `${count}/${name}`));
      execFileSync("git", ["init", "-q"], { cwd: folder });
      execFileSync("git", ["add", "-Af", "."], { cwd: folder });
      const hidden = names.map((name) => ({ path: join(folder, name), kind: "file" as const }));
      const state = join(bench.base, "state");
      let spent = 0;
      for (let time = 0; time < 5; time += 1) {
        const before = process.cpuUsage();
        const absent = { all: true, paths: hidden, holds: heldBy(hidden.map(({ path }) => path)) };
        const isMet = hidden.every(({ path }) => isKept({ path }, root, absent));
        const replaced = await new UnmarkedIndexes("git", state).of(hidden);
        expect([isMet, replaced.length]).toEqual([true, 1]);
        const { user, system } = process.cpuUsage(before);
        spent += user + system;
      }
      return spent;
    };
    await cpuOf(100);
    const [some, more, most] = [await cpuOf(200), await cpuOf(800), await cpuOf(3_200)];
    expect(more / some).toBeLessThan(12);
    expect(most / some).toBeLessThan(48);
  });
});

const MORE = [
  { number: "a few", names: [] },
  { number: "many", names: Array.from({ length: 40 }, (_, index) => `a/more/.env${index}`) },
];

describe.skipIf(missing !== undefined).each(MORE)(`a line without $number of them (skipped: ${missing})`, (more) => {
  let sandbox: Sandbox;
  const git = (cwd: string, ...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: join(root, cwd),
      stdio: "pipe",
    });

  beforeEach(async () => {
    await write(".env", "a/.env.local", "private/key", "sub/.env", "b.txt", ...more.names);
    for (const name of ["sub", "."]) {
      git(name, "add", "-Af", ".");
      git(name, "commit", "-qm", "one");
    }
    sandbox = await bench.sandbox();
  });

  const run = async (line: string) =>
    (await bench.run(sandbox, line, { absent: (await absentFiles(root, isSecret)).paths })).printed;

  it("keeps their names and opens none", async () => {
    expect(await run("ls -A; ls sub")).toBe(".env\n.git\n.toolwright\na\na.txt\nb.txt\nprivate\nsub\n");
    const lines = [
      "cat .env a/.env.local sub/.env private/key",
      "cat .[!.]* */.e*",
      "grep -r 'text of' . --include='.e*' --include=key",
      'rev .env; xxd .env; head -c 9 < .env; cat "$PWD/.env" /proc/self/cwd/.env',
      "chmod 777 .env private; chmod 777 .; cat .env; ls private; cat private/key",
      "mv .env c.txt; cat c.txt; ln .env d.txt; cat d.txt; ln -s .env e.txt; cat e.txt",
      "cp -r . /tmp/copy; cat /tmp/copy/.env /tmp/copy/private/key; tar cf - . | tr -d '\\0'",
      "umount .env; mount --bind a.txt .env; cat .env",
      "cd a/more && chmod 777 .env1 && cat .env1; cat .env?; rm -f .env2; cat .env2",
    ];
    for (const line of lines)
      expect([line, await run(line)]).toEqual([
        line,
        expect.not.stringMatching(/text of \.|text of (?:private|sub\/\.|a\/\.)/),
      ]);
    expect(await run("cat .env")).toMatch(/Permission denied/);
    expect(await run("cat private/key")).toMatch(/Permission denied/);
    expect((await bench.run(sandbox, "cat .env")).printed).toBe("text of .env\n");
  });

  it("shows none as changed or deleted in git, also where git would have to look", async () => {
    for (const touch of [false, true]) {
      if (touch) await write(".env", "a/.env.local", "private/key", "sub/.env", ...more.names);
      for (const line of ["git status --short", "git diff", "git diff HEAD --stat", "git -C sub status --short"])
        expect((await run(line)).replace(/^warning: .*private.*\n/, "")).not.toMatch(/env|private/);
      expect(await run("cd sub && git diff && git status --short")).toBe("");
    }
    const { root: cwd } = bench.workspace;
    const waiting = await sandbox.prepare(cwd, (await absentFiles(root, isSecret)).paths);
    git(".", "update-index", "--refresh");
    git(".", "update-index", "--force-remove", "a.txt");
    expect(await run("git status --short b.txt .env a.txt")).toBe("D  a.txt\n?? a.txt\n");
    git(".", "add", "a.txt");
    let printed = "";
    const onOutput = (chunk: Uint8Array) => void (printed += new TextDecoder().decode(chunk));
    await bench.workspace.processes.start({ command: "git status --short .env", cwd, wrap: waiting.wrap, onOutput })
      .ended;
    await waiting.release();
    expect(printed).toBe("");
    expect(await run("git grep -l 'text of'")).toBe("b.txt\n");
    await write("b.txt", "new.txt");
    await writeFile(join(root, "b.txt"), "other\n");
    expect(await run("git status --short")).toMatch(/^ M b\.txt\n[\s\S]*\?\? new\.txt$/m);
    git(".", "add", "new.txt");
    expect(await run("git status --short")).toMatch(/^ M b\.txt\n[\s\S]*A {2}new\.txt\n/m);
  });

  it("opens none that an earlier line or another program has made a moment ago", async () => {
    for (let time = 0; time < 3; time += 1) {
      await absentFiles(root, isSecret);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await bench.run(sandbox, "echo 'text of .new' > a/.env.new; mkdir -p n/m; echo 'text of .new' > n/m/.env");
    expect(await run("cat a/.env.new n/m/.env")).toMatch(/^(?:cat: \S+ Permission denied\n){2}$/);
    execFileSync("sh", ["-c", "cp b.txt sub/.env.mine; mv n/m/.env n/.env.moved"], { cwd: root });
    expect(await run("cat sub/.env.mine n/.env.moved")).toMatch(/^(?:cat: \S+ Permission denied\n){2}$/);
  });

  it("keeps them one by one where mounting all at once does not work", async () => {
    const programs = join(bench.base, "programs");
    await mkdir(programs);
    await symlink("/bin/true", join(programs, "mount"));
    const { PATH = "" } = process.env;
    vi.stubEnv("PATH", `${programs}:${PATH}`);
    sandbox = await bench.sandbox();
    vi.unstubAllEnvs();
    const printed = await run(`ls /run; cat .env ${more.names.join(" ")}`);
    expect(printed).toMatch(/^gitconfig\n(?:cat: \S+ Permission denied\n)+$/);
    expect(printed.split("\n")).toHaveLength(more.names.length + 3);
  });
});
