import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeRealPaths } from "../paths/node-real-paths.ts";
import { readPolicy } from "../rules/policy-file.ts";
import { decide } from "./decision.ts";
import { judgeLine } from "./judge-line.ts";
import { judgeOnDisk } from "./judge-on-disk.ts";
import { createLineEngine } from "./line-engine.ts";

const FILES = [
  "a.txt",
  "AGENTS.md",
  "src/a.ts",
  "docs/g.md",
  "gh/workflows/ci.yml",
  "cargo/config.toml",
  "sub/.env",
  ".env",
  ".git/config",
];

const LINKS = { "k.txt": "../home/.ssh/id_rsa", "git-link": ".git", "holder/g": "../.git", "src/in.ts": "a.ts" };

let top: string;

beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "unseen-")));
  for (const path of [...FILES.map((file) => `ws/${file}`), "home/.ssh/id_rsa"]) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), "x\n");
  }
  for (const [path, target] of Object.entries(LINKS)) {
    mkdirSync(dirname(join(top, "ws", path)), { recursive: true });
    symlinkSync(target, join(top, "ws", path));
  }
  cpSync(join(top, "ws/docs"), join(top, "ws/plain"), { recursive: true });
});

afterAll(() => rmSync(top, { recursive: true, force: true }));

async function verdicts(line: string) {
  const rules = readPolicy({ allow: ["Bash(find *)", "Bash(cp *)", "Bash(mv *)", "Bash(touch *)", "Bash(rg *)"] });
  if (!rules.ok) throw new Error(rules.message);
  const place = { root: join(top, "ws"), home: join(top, "home") };
  const judged = async (policies: readonly { scope: "user"; policy: typeof rules.policy }[]) => {
    const engine = createLineEngine({ ...place, policies });
    return (await judgeOnDisk(nodeRealPaths(), (facts) => judgeLine(line, [place.root], engine.context(facts)))).judged;
  };
  const edits = decide(await judged([]), { mode: "accept-edits", sandboxed: false }).verdict;
  const ruled = decide(await judged([{ scope: "user", policy: rules.policy }]), { mode: "default", sandboxed: false });
  return [edits, ruled.verdict];
}

describe("writes whose paths no word of the line spells, in accept-edits and under rules for cp, find and mv", () => {
  it.each([
    // Names that are found: links, what git keeps, what other programs go by.
    "find . -type l -exec cp a.txt {} \\;",
    "find . -name k.txt -exec cp a.txt {} \\;",
    "find . -name '*.txt' -exec touch {} +",
    "find . -name config -exec cp a.txt {} \\;",
    "find . -name HEAD -exec cp a.txt {} \\;",
    "find . -exec cp a.txt {} \\;",
    "find . -name AGENTS.md -exec cp a.txt {} \\;",
    "find . -name '*.md' -exec touch {} +",
    "find . -type l | xargs -n1 cp a.txt",
    "ls | xargs -n1 cp a.txt",
    // A link under a second name.
    "cp -a git-link g; cp a.txt g/config",
    "cp -r git-link g; cp a.txt g/config",
    "cp -d git-link g; cp a.txt g/config",
    "cp -P git-link g; cp a.txt g/config",
    "cp -r holder h; cp a.txt h/g/config",
    "mv holder h; cp a.txt h/g/config",
    // Folders that hold what is obeyed where they come.
    "mv gh .github",
    "cp -r gh .github",
    "mv gh x; mv x .github",
    "cp -r cargo .cargo",
    // What the line made before.
    "cp a.txt .rgignore; rg KEY src",
    "mv a.txt src/.ignore; rg KEY src",
    "mkdir nest; cp a.txt nest/HEAD; cp a.txt nest/config; git -C nest log",
  ])("%s", async (line) => {
    expect(await verdicts(line)).not.toContain("allow");
  });
});

describe("names that are found below a wildcard", () => {
  it.each(["find s* -type f -exec head {} +", "find s[t-v]b -exec cat {} \\;", "find su? -name '*' -exec cp {} x \\;"])(
    "%s",
    async (line) => {
      expect(await verdicts(line)).not.toContain("allow");
    },
  );

  it("are read unasked where nothing there is denied", async () => {
    expect(await verdicts("find d* -name '*.md' -exec head {} +")).toEqual(["allow", "allow"]);
  });
});

describe("files that other programs obey", () => {
  it.each(
    (
      ".mise.local.toml mise.local.toml mise.ci.toml .config/mise.toml .prototools .rvmrc .go-version .lefthook.yml lefthook-local.yml " +
      ".huskyrc.js .hg/hgrc .jj/repo/config.toml .pnp.cjs .venv/bin/python tools/bazel .pdbrc .Rprofile .helix/config.toml " +
      "x.sublime-project AGENT.md CRUSH.md .augment/rules.md .gitpod.yml appveyor.yml"
    ).split(" "),
  )("echo x > %s is asked about in accept-edits", async (name) => {
    expect((await verdicts(`echo x > ${name}`))[0]).toBe("ask");
  });
});

describe("writes that no rule is too wide for", () => {
  it.each([
    "find . -name '*.ts' -exec touch {} +",
    "find docs -name '*.md' -exec touch {} +",
    "find src -type f -exec touch {} +",
    "cp -r src lib",
    "cp -a plain p2",
    "mv plain p2",
    "cp a.txt b.txt",
    "cp a.txt x; rg KEY src",
  ])("%s", async (line) => {
    expect(await verdicts(line)).toEqual(["allow", "allow"]);
  });
});
