import { execFileSync } from "node:child_process";
import { mkdir, readdir, realpath, symlink, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type SandboxBench, sandboxBench, whyNoSandbox } from "../../test/sandbox-bench.ts";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import { createSandbox } from "./create-sandbox.ts";
import { hiddenPaths } from "./hidden-paths.ts";

const missing = process.platform === "linux" ? await whyNoSandbox() : "bubblewrap is for Linux";

const HIDDEN =
  `.agents/token .claude/.credentials.json .claude.json .codex/auth.json .gemini/oauth_creds.json .unheard-of/token
  .config/opencode/auth.json .config/configstore/x.json .local/share/opencode/auth.json .local/share/fish/fish_history
  .local/state/psql/history .cache/claude-cli/log .bash_history .zsh_history .psql_history .mysql_history .sqlite_history
  .python_history .node_repl_history .rediscli_history .lesshst .viminfo .sentryclirc .netrc .npmrc .pypirc .wgetrc
  .yarnrc.yml .gitconfig .config/git/config .cargo/credentials.toml .gradle/gradle.properties .bundle/config
  .android/adbkey .bashrc Library/Application&Support/Claude/config.json .docker/config.json .ssh/id`
    .split(/\s+/)
    .map((name) => name.replace("&", " "));

const SEEN =
  `.agents/skills/one/go.sh .cargo/bin/tool .cargo/config.toml .rustup/settings.toml .nvm/nvm.sh .pyenv/version .local/bin/tool
  .local/share/pnpm/tool .cache/puppeteer/chrome .config/git/ignore .m2/repository/a.jar notes.txt other/lib.ts`.split(
    /\s+/,
  );

let bench: SandboxBench;
let home: string;

beforeEach(async () => {
  bench = await sandboxBench();
  home = join(bench.base, "home");
  for (const name of [...HIDDEN, ...SEEN]) {
    await mkdir(dirname(join(home, name)), { recursive: true });
    await writeFile(join(home, name), `text of ${name}\n`);
  }
});

afterEach(() => bench.dispose());

describe("what is hidden of a home directory", () => {
  const namesHidden = async () =>
    (await hiddenPaths(home, join(bench.base, "state"))).map(({ path }) => relative(home, path));

  it("is every hidden name but those of toolchains, and one that is on the PATH", async () => {
    const { PATH } = process.env;
    const isHidden = (all: readonly string[], name: string) => all.some((one) => `${name}/`.startsWith(`${one}/`));
    try {
      const hidden = await namesHidden();
      expect(HIDDEN.filter((name) => !isHidden(hidden, name))).toEqual([]);
      expect(SEEN.filter((name) => isHidden(hidden, name))).toEqual([]);
      process.env.PATH = `${PATH}:${home}/.unheard-of/bin:${home}/.claude/local`;
      const others = await namesHidden();
      expect([".unheard-of", ".claude"].map((name) => others.includes(name))).toEqual([false, true]);
    } finally {
      process.env.PATH = PATH;
    }
  });

  it("is the same in the home of the user where a command is given another one", async () => {
    const other = join(bench.base, "other");
    await mkdir(join(other, ".gem"), { recursive: true });
    const hidden = await hiddenPaths(other, join(bench.base, "state"), home);
    expect(hidden.map(({ path }) => relative(home, path))).toEqual(
      expect.arrayContaining([".claude", ".bash_history"]),
    );
    const byItself = await hiddenPaths(home, join(bench.base, "state"));
    const { homedir } = userInfo();
    const dotted = (await readdir(homedir)).filter((name) => /^\.(?:bash_history|claude|profile)$/.test(name));
    for (const name of dotted) expect(byItself.map(({ path }) => path)).toContain(await realpath(join(homedir, name)));
  });

  it("is the file that a link there leads to, and no folder of the system", async () => {
    await mkdir(join(home, "dotfiles"));
    await writeFile(join(home, "dotfiles/inputrc"), "");
    await symlink("dotfiles/inputrc", join(home, ".inputrc"));
    await symlink("/usr/share", join(home, ".shared"));
    await symlink(".", join(home, ".itself"));
    await symlink("nowhere", join(home, ".broken"));
    const hidden = await namesHidden();
    expect(hidden).toContain("dotfiles/inputrc");
    expect(hidden.filter((name) => name === "" || name.includes("usr/share"))).toEqual([]);
  });
});

describe.skipIf(missing !== undefined)(`a line in bubblewrap (skipped: ${missing})`, () => {
  it("reads no token and no history of the home directory, and what its toolchains need", async () => {
    const sandbox = await bench.sandbox();
    const cat = (names: readonly string[]) =>
      bench.run(sandbox, `cd '${home}'; cat ${names.map((name) => `'${name}'`).join(" ")}`);
    expect((await cat(HIDDEN)).printed).not.toContain("text of");
    expect((await cat(SEEN)).printed).toBe(SEEN.map((name) => `text of ${name}\n`).join(""));
    expect((await bench.run(sandbox, `touch '${home}/.claude/x' '${home}/.config/x'`)).end).toMatchObject({ code: 1 });
  });

  it("reads none where the workspace lies in a hidden folder or is the home itself, but what lies in the workspace", async () => {
    const root = join(home, ".claude/worktrees/one");
    await mkdir(root, { recursive: true });
    await writeFile(join(root, "a.txt"), "a\n");
    const options = { home, stateDirectory: join(bench.base, "state") };
    const inside = await createSandbox(await createLocalWorkspace({ root, ...options }));
    if (!inside.ok) throw new Error(inside.reason);
    const line = `exec 2>&1; cd '${root}'; cat a.txt ../../.credentials.json; echo b > b.txt; cat b.txt; ls -A ../..; touch ../../x`;
    const { printed } = await bench.run(inside.sandbox, line);
    expect(printed).toMatch(/^a\ncat: \S+: No such file or directory\nb\nworktrees\ntouch: .*Read-only file system\n$/);
    const own = await createSandbox(await createLocalWorkspace({ root: home, ...options }), {
      mode: "read-only",
      network: false,
      gitWrites: false,
    });
    if (!own.ok) throw new Error(own.reason);
    expect((await bench.run(own.sandbox, `cd '${home}'; cat .netrc .claude.json .ssh/id`)).printed).not.toContain(
      "text",
    );
  });

  it("knows the person's name for git, and no secret of its configuration", async () => {
    const set = (key: string, value: string) =>
      execFileSync("git", ["config", "--file", join(home, ".gitconfig"), key, value]);
    await writeFile(join(home, ".gitconfig"), "");
    await writeFile(join(home, ".config/git/config"), "");
    set("user.name", 'Ann "x" \\ ; Lee');
    set("user.email", "ann@example.org");
    set("http.extraHeader", "Authorization: secret");
    set("url.https://user:secret@host/.insteadOf", "host:");
    set("credential.helper", "!echo password=secret");
    set("alias.x", "!echo secret");
    set("core.fsmonitor", "secret");
    const sandbox = await bench.sandbox();
    const { printed } = await bench.run(sandbox, `git config --global --list; cat '${home}/.gitconfig' 2>&-`);
    expect(printed).toBe('user.name=Ann "x" \\ ; Lee\nuser.email=ann@example.org\n');
    expect(
      (await bench.run(sandbox, "exec 2>&1; git config --global user.name Eve; git config user.name")).printed,
    ).toMatch(/^error: [\s\S]*\nAnn "x" \\ ; Lee\n$/);
  });
});
