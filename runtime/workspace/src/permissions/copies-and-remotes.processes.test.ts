import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeRealPaths, readPolicy } from "@toolwright/shell-judge";
import { describe, expect, it } from "vitest";
import { createPermissions } from "./create-permissions.ts";

const place = realpathSync(mkdtempSync(join(tmpdir(), "copies-")));
const root = join(place, "repo");
for (const [path, text] of Object.entries({
  "repo/a/.git/hooks/pre-commit": "x",
  "repo/a/b.ts": "x",
  "repo/e/deep/.vscode/tasks.json": "{}",
  "repo/h/.husky/pre-push": "x",
  "repo/w/gradlew": "x",
  "repo/plain/b.ts": "x",
  "repo/plain/.hidden": "x",
  ...bare("repo/b.git"),
  ...bare("repo/named"),
  ...bare("repo/longer.git"),
  ...bare("repo/.git"),
  "repo/.git/config": '[remote "origin"]\n\turl = https://oauth2token@example.org/a/b.git\n',
  "other/x": "x",
})) {
  mkdirSync(dirname(join(place, path)), { recursive: true });
  writeFileSync(join(place, path), text);
}

/** The files by which git knows a repository. */
function bare(path: string): Readonly<Record<string, string>> {
  return { [`${path}/HEAD`]: "ref: refs/heads/main\n", [`${path}/objects/x`]: "", [`${path}/refs/x`]: "" };
}

const RULES = {
  allow: ["Bash(cp *)", "Bash(mv *)", "Bash(make *)", "Bash(git *)"],
  deny: ["Edit(docs/**)", "Read(secrets/**)"],
};

async function verdict(command: string, at = root): Promise<string> {
  const read = readPolicy(RULES);
  if (!read.ok) throw new Error(read.message);
  const policies = [{ scope: "cli" as const, policy: read.policy }];
  const permissions = createPermissions({ root: at, home: join(place, "home"), realPaths: nodeRealPaths(), policies });
  return (await permissions.decide("bash", { command })).verdict;
}

describe("a copy of a folder", () => {
  it.each([
    "cp -r a new",
    "cp -a a/ new",
    "cp -R e new",
    "cp -r h new",
    "mv a new",
    "mv e/deep new",
    "cp -rt plain a",
    "cp w/gr* .",
  ])("asks where other programs would run what is in it: %s", async (line) => expect(await verdict(line)).toBe("ask"));

  it.each(["cp -r plain new", "mv plain/b.ts c.ts", "cp a/b.ts c.ts"])("asks for nothing else: %s", async (line) =>
    expect(await verdict(line)).toBe("allow"),
  );
});

describe("a target of make", () => {
  it.each([
    "make docs/x",
    "make -C docs x",
    "make all docs/index.html",
    "make .git/hooks/pre-commit",
    "make secrets/key",
    "make .env",
  ])("asks where it names a place that may not be written: %s", async (line) =>
    expect(await verdict(line)).toBe("ask"),
  );

  it.each(["make", "make test", "make build/x.o", "make -C plain all", "make -j4 lint"])(
    "is let be elsewhere: %s",
    async (line) => expect(await verdict(line)).toBe("allow"),
  );
});

describe("git and what lies elsewhere", () => {
  it.each([
    "git fetch ../other",
    `git fetch ${place}/other`,
    `git fetch file://${place}/other main`,
    "git pull ../other main",
    "git ls-remote ../other",
    "git fetch ~/x",
    "git push ../other main",
    "git push ./b.git main",
    "git push b.git",
    "git push named main",
    "git push longer",
    "cd plain && git push ../b.git",
    "git fetch ./b.git",
    "git pull b.git main",
    "git push .",
  ])("asks for a repository on this machine, which brings hooks: %s", async (line) =>
    expect(await verdict(line)).toBe("ask"),
  );

  it.each([
    "git fetch",
    "git fetch origin",
    "git fetch origin main",
    "git push",
    "git push origin main",
    "git push plain main",
    "git fetch git@example.org:a/b.git",
    "git pull origin main",
  ])("goes by the rule for an address: %s", async (line) => expect(await verdict(line)).toBe("allow"));

  it("asks for code of an address that the folder does not name", async () =>
    expect(await verdict("git pull https://example.org/a.git main")).toBe("ask"));

  it.each([
    "git remote -v",
    "git remote get-url origin",
    "git ls-remote --get-url origin",
    "git config --get remote.origin.url",
  ])("asks before it prints an address with a token: %s", async (line) => {
    expect(await verdict(line)).toBe("ask");
    expect(await verdict(line, join(root, "plain"))).toBe("ask");
    expect(await verdict(line, join(place, "other"))).toBe("allow");
  });

  it.each(["git remote", "git status", "git log -1", "git config --get user.name"])(
    "prints no address: %s",
    async (line) => expect(await verdict(line)).toBe("allow"),
  );
});
