import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeRealPaths, type RealPaths, readPolicy } from "@toolwright/shell-judge";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { createPermissions } from "./create-permissions.ts";

const place = realpathSync(mkdtempSync(join(tmpdir(), "wildcards-")));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const SECRETS = [
  ".env",
  ".env.staging",
  ".env-local",
  ".npmrc",
  "prod.env",
  "id_work",
  "sub/.env.prod",
  "sub/x.tfvars",
];
const OTHERS = ["README.md", "a.ts", "notes.txt", ".env.example", ".gitignore", "sub/b.ts"];
mkdirSync(join(place, "repo/sub"), { recursive: true });
mkdirSync(join(place, "clean"));
for (const name of [...SECRETS, ...OTHERS]) writeFileSync(join(place, "repo", name), "x\n");
for (const name of ["README.md", "notes.txt", "environment", ".env.example"])
  writeFileSync(join(place, "clean", name), "x\n");

function judge(root: string, realPaths: RealPaths | undefined = nodeRealPaths(), rules: object = {}) {
  const read = readPolicy(rules);
  if (!read.ok) throw new Error(read.message);
  const permissions = createPermissions({
    root: join(place, root),
    home: join(place, "home"),
    policies: [{ scope: "cli", policy: read.policy }],
    ...(realPaths === undefined ? {} : { realPaths }),
  });
  return async (command: string) => (await permissions.decide("bash", { command })).verdict;
}

describe("wildcards that stand for secrets", () => {
  const GLOBS = [
    ".[[:alpha:]]nv",
    ".[[=e=]]nv",
    ".[[.e.]]nv",
    ".[][:alpha:]]nv",
    ".[!x]nv",
    ".[\\e]nv",
    // A bracket in quotes ends no class.
    ".['e]']nv",
    '.["e]"]nv',
    ".[e$']']nv",
    ".env.s*",
    ".env.[s]*",
    ".env[+--]local",
    ".en?.st*",
    "pro[[:lower:]].e*",
    "i[[:lower:]]_w*",
    "*/.env.p*",
    "sub/x.t*",
  ];
  const LINES = [
    "cat",
    "rev",
    "xxd",
    "tr a b <",
    "cut -c1-",
    "ls >",
    "wc -l",
    "head -1",
    "cp -t sub",
    "mv -t sub",
    "diff a.ts",
  ];

  it.each(GLOBS)("are not read, moved or written without a question: %s", async (glob) => {
    const onDisk = judge("repo");
    const blind = judge("repo", undefined);
    const { existing: _, ...names } = nodeRealPaths();
    const halfBlind = judge("repo", names);
    for (const line of LINES.map((program) => `${program} ${glob}`)) {
      expect([line, await onDisk(line)]).not.toEqual([line, "allow"]);
      expect([line, await blind(line)]).not.toEqual([line, "allow"]);
      expect([line, await halfBlind(line)]).not.toEqual([line, "allow"]);
    }
  });

  it.each([
    "cat .e@(n)v",
    "cat .e{n,x}v",
    "shopt -s dotglob; cat *",
    "shopt -s nocaseglob; cat .ENV.S*",
    "shopt -s globstar; cat **/.env.p*",
    "GLOBIGNORE=a; cat *",
    "set -f; cat .env.s*",
    "f=.env.s*; cat $f",
    "x='e]n'; cat .[$x[v]",
    "for f in .env.s*; do cat $f; done",
    "grep -r --include='.env.s*' x .",
    "rg x -g '.env.s*'",
    "rg x -g '[.]env.s*'",
    "rg x -g '?env.s*'",
    "rg x -g '*.staging'",
    "grep -r --include='[!x]env.s*' x .",
    "git grep x -- '.env.s*'",
    "git log -p -- '[.]env.gone*'",
    "git log -p -- ':(glob)**/?env.gone'",
    "cat <<< $(<.env.s*)",
    "echo .env.s* | xargs cat",
    "tar cf x.tar .env.s*",
    "awk 1 .env.s*",
    "find . -name '.env.s*' -exec cat {} +",
  ])("in another way neither: %s", async (line) => {
    expect(await judge("repo")(line)).not.toBe("allow");
  });

  it.each(["cat *", "cat n*", "cat e*", "cat .env.e*", "cat [!.]*", 'for f in *; do wc -l "$f"; done'])(
    "pass where the disk says that they stand for none: %s",
    async (line) => {
      expect(await judge("clean")(line)).toBe("allow");
    },
  );

  it("asks where there is one: what bash expands is what is judged", async () => {
    const piece = (letter: string) =>
      fc.oneof(
        { weight: 6, arbitrary: fc.constant(letter) },
        fc.constantFrom(
          "?",
          "*",
          `[${letter}]`,
          `[!${letter === "x" ? "y" : "x"}]`,
          `[^]]`,
          `[]${letter}]`,
          `\\${letter}`,
        ),
        fc.constantFrom(
          "[[:alpha:]]",
          "[[:punct:]]",
          "[[:lower:][:punct:]]",
          `[[=${letter}=]]`,
          "[a-z.]",
          "[+-_]",
          `[\\${letter}]`,
        ),
      );
    const glob = fc
      .constantFrom(...SECRETS, ...OTHERS)
      .chain((name) => fc.tuple(...[...name].map((letter) => (letter === "/" ? fc.constant("/") : piece(letter)))))
      .map((pieces) => pieces.join(""));
    const globs = [...new Set(fc.sample(glob, Number(process.env.WILDCARD_RUNS ?? 400)))];
    const script = globs.map((text) => `printf '%s|' ${text}; echo`).join("\n");
    const expanded = execFileSync("bash", ["-c", script], { cwd: join(place, "repo"), encoding: "utf8" }).split("\n");
    const decide = judge("repo");
    let met = 0;
    for (const [index, text] of globs.entries()) {
      const names = (expanded[index] ?? "").split("|");
      if (!names.some((name) => SECRETS.includes(name))) continue;
      met++;
      expect([text, await decide(`cat ${text}`)]).not.toEqual([text, "allow"]);
    }
    expect(met).toBeGreaterThan(20);
  });
});

describe("a person's own rule with such a class", () => {
  it.each(["[[:alpha:]]otes.txt", "[!x]otes.txt", "[\\n]otes.txt", "[[=n=]]otes.txt", "[]n]otes.txt"])(
    "protects: %s",
    async (pattern) => {
      expect(await judge("clean")("cat notes.txt")).toBe("allow");
      expect(await judge("clean", nodeRealPaths(), { deny: [`Read(${pattern})`] })("cat notes.txt")).toBe("deny");
    },
  );

  it.each(["[[:alpha:]]*", "[ab].txt", "\\\\[0-9]"])("is refused where it allows, in a sentence: %s", (name) => {
    const read = readPolicy({ allow: [`Read(//etc/${name})`] });
    if (!read.ok) throw new Error(read.message);
    const { warnings } = createPermissions({
      root: place,
      home: place,
      policies: [{ scope: "cli", policy: read.policy }],
    });
    expect(warnings).toEqual([
      `Rule ${JSON.stringify(`Read(//etc/${name})`)} (cli, allow) is not used: it holds a class, and an allowance must say which characters it means; write \\[ for a bracket itself.`,
    ]);
  });

  it("is none where the bracket has a backslash", () => {
    const read = readPolicy({ allow: ["Read(//etc/\\[id]/*)"] });
    if (!read.ok) throw new Error(read.message);
    const policies = [{ scope: "cli" as const, policy: read.policy }];
    expect(createPermissions({ root: place, home: place, policies }).warnings).toEqual([]);
  });
});
