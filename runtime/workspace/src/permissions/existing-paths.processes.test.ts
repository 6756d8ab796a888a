import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeRealPaths, type RealPaths, readPolicy } from "@toolwright/shell-judge";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPermissions } from "./create-permissions.ts";

const place = realpathSync(mkdtempSync(join(tmpdir(), "existing-")));
for (const name of ["repo/src/deep", "repo/clean", "repo/.ci", "outside/d"])
  mkdirSync(join(place, name), { recursive: true });
for (const name of [
  "repo/a.md",
  "repo/src/b.ts",
  "repo/src/deep/.env",
  "repo/clean/c.ts",
  "outside/secret",
  "outside/d/x",
])
  writeFileSync(join(place, name), "x\n");
symlinkSync("../outside/secret", join(place, "repo/notes.txt"));
symlinkSync("../outside/d", join(place, "repo/link"));
symlinkSync("src", join(place, "repo/alias"));

async function verdict(command: string, rules: object = {}): Promise<string> {
  const read = readPolicy(rules);
  if (!read.ok) throw new Error(read.message);
  const policies = [{ scope: "cli" as const, policy: read.policy }];
  const root = join(place, "repo");
  const permissions = createPermissions({ root, home: join(place, "outside"), realPaths: nodeRealPaths(), policies });
  return (await permissions.decide("bash", { command })).verdict;
}

interface EmptyPlace {
  readonly root: string;
  readonly link: (target: string, name: string | Buffer) => void;
}

function emptyPlace(files: readonly string[] = []): EmptyPlace {
  const root = mkdtempSync(join(place, "empty-"));
  for (const name of files) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), "x\n");
  }
  const at = (name: string | Buffer) => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name)]);
  return { root, link: (target, name) => symlinkSync(target, at(name)) };
}

interface Judging {
  /** Left out: nobody looks at the disk. */
  readonly realPaths?: RealPaths;
  readonly allow?: readonly string[];
}

const ON_DISK: Judging = { realPaths: nodeRealPaths() };

async function judge(root: string, command: string, { allow = [], ...disk }: Judging = ON_DISK): Promise<string> {
  const read = readPolicy({ allow });
  if (!read.ok) throw new Error(read.message);
  const policies = [{ scope: "cli" as const, policy: read.policy }];
  const permissions = createPermissions({ root, home: join(place, "outside"), policies, ...disk });
  return (await permissions.decide("bash", { command })).verdict;
}

describe("globs and searches on a real disk", () => {
  it.each([
    "cat *",
    "cat *.txt",
    "cat n*",
    "cat ./[mn]*.txt",
    "cat l*/x",
    "cat l*/../secret",
    "cat */x",
    "grep x *",
    'for f in *.txt; do cat "$f"; done',
    "grep -r x .",
    "grep -R x src",
    "rg --hidden x",
    "rg -uu x src",
    "rg -L x",
    "grep -d recurse x .",
    "git grep --untracked x",
  ])("ask where they lead outside or to secrets: %s", async (command) => {
    expect(await verdict(command)).not.toBe("allow");
  });

  it.each([
    "cat *.md",
    "cat s*/b.ts",
    "cat alias/*.ts",
    "cat a*/*.ts",
    "cat */c.ts",
    "rg x src",
    "grep -rn x clean",
    "grep -r x src/b.ts",
    "git grep x",
  ])("are let be where they do not: %s", async (command) => {
    expect(await verdict(command)).toBe("allow");
  });

  it("a search by type asks for no secret that it passes over, and for one that it opens", async () => {
    const root = mkdtempSync(join(place, "typed-"));
    writeFileSync(join(root, "prod.env"), "x");
    for (const command of ["rg -t ts x", "rg -tpy -tjs x", "rg --type=md x ."])
      expect([command, await judge(root, command)]).toEqual([command, "allow"]);
    for (const command of ["rg x", "rg -T ts x", "rg -t ts x prod.env", "rg -t xml x", "rg -t ts -t xml x"])
      expect([command, await judge(root, command)]).not.toEqual([command, "allow"]);
    writeFileSync(join(root, "id_work.properties"), "x");
    expect(await judge(root, "rg -t java x")).not.toBe("allow");
  });

  it("a denied file is not reached by a glob over a link", async () => {
    expect(await verdict("cat ali*/b.ts", { deny: ["Read(/src/b.ts)"] })).toBe("deny");
  });

  it("what the link of a glob leads to is not written", async () => {
    const allow = ["Bash(touch:*)", "Edit(/**)"];
    expect(await verdict("touch n*.txt", { allow })).not.toBe("allow");
    expect(await verdict("touch a*.md", { allow })).toBe("allow");
  });

  it.each([
    "cat k[e]y",
    "cat ./k[e]y",
    "rev 'k['?]y",
    "wc -l <k[e]y",
    "cat d[i]r/x",
    "head -1 k\\[[e]]y",
    "for f in k[e]y; do cat $f; done",
  ])("ask where nothing fits and a link is called so: %s", async (command) => {
    const { root, link } = emptyPlace();
    link("../outside/secret", "k[e]y");
    link("../outside/d", "d[i]r");
    expect(await judge(root, command)).not.toBe("allow");
  });

  describe("that are written", () => {
    const allow = ["Edit(/**)", "Bash(cp *)", "Bash(tee *)", "Bash(touch *)"];
    const files = [".husky/pre-commit", "package.json", "AGENTS.md", "rust-toolchain", "gradlew", "a.ts", "notes"];

    it.each([
      "cp a.ts .hus*/pre-commit",
      "echo x > .hus*/pre-c*",
      "cp a.ts p[a]ckage.json",
      "echo x > AG*.md",
      "tee grad*w < a.ts",
      "cp a.ts rust-tool*",
    ])("ask where a file is there that other programs obey, or where nobody looks: %s", async (command) => {
      const { root } = emptyPlace(files);
      expect(await judge(root, command, { ...ON_DISK, allow })).toBe("ask");
      expect(await judge(root, command, { allow })).toBe("ask");
    });

    it.each(["touch a*", "cp a.ts n*", "echo x > n*s"])("pass where none is: %s", async (command) => {
      expect(await judge(emptyPlace(files).root, command, { ...ON_DISK, allow })).toBe("allow");
    });
  });

  it("ask for a link whose name the wildcard meets behind a backslash", async () => {
    const { root, link } = emptyPlace();
    link("../outside/secret", "q\\x");
    expect(await judge(root, "cat q\\\\*")).not.toBe("allow");
  });

  it("ask for a name that is no text, which no one can follow", async () => {
    const { root, link } = emptyPlace();
    expect(await judge(root, "cat a*")).toBe("allow");
    expect(await judge(root, "grep -Rn x .")).toBe("allow");
    link("../outside", Buffer.from("ab\xff", "latin1"));
    expect(await judge(root, "cat a*")).toBe("ask");
    expect(await judge(root, "grep -Rn x .")).toBe("ask");
  });

  it.each(["grep API -?", "grep API ?r", "cat -[r] notes", "cat [!a]r", "wc -*", "sort ??", "head -1 -[a-z]"])(
    "ask where a file is called like an option, or where nobody looks: %s",
    async (command) => {
      const { root } = emptyPlace();
      writeFileSync(join(root, "-r"), "x\n");
      expect(await judge(root, command)).not.toBe("allow");
      expect(await judge(root, command, {})).not.toBe("allow");
    },
  );

  it.each(["ls *", "cat *.ts", "grep API *.md", "cat ./?r", "cat a?", "wc -l [a-z]*"])(
    "pass where no such file is there, and where nobody looks but a name begins with a letter or a dot: %s",
    async (command) => {
      const { root } = emptyPlace();
      writeFileSync(join(root, "a.md"), "x\n");
      expect(await judge(root, command)).toBe("allow");
      if (!command.includes("*")) expect(await judge(root, command, {})).toBe("allow");
    },
  );

  it("are looked for in thousands of folders, while a timer is answered, and ask where there are more", async () => {
    const { root, link } = emptyPlace();
    const many = Array.from({ length: 2_500 }, (_, index) => `folders/${index % 50}/${index}`);
    for (const name of many) mkdirSync(join(root, name), { recursive: true });
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    expect(await judge(root, "grep -Rn x folders")).toBe("allow");
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(1);
    const looks = { left: 2_500 * 16 };
    const found = await nodeRealPaths().existing?.(root, { below: true, looks });
    expect(found).toMatchObject([{ unfinished: true }]);
    link("../../../../outside", "folders/49/2499/away");
    expect(await judge(root, "grep -Rn x folders")).toBe("ask");
  });

  it("ask where there is more than is looked at", async () => {
    const many = Array.from({ length: 2_050 }, (_, index) => `n${index}`);
    mkdirSync(join(place, "repo/files"));
    for (const name of many) writeFileSync(join(place, "repo/files", name), "x\n");
    symlinkSync("../../outside/secret", join(place, "repo/files/zz"));
    expect(await verdict("cat files/*")).toBe("ask");
    expect(await verdict("wc -l files/n1*")).toBe("allow");
    // Few names of many, again and again: what is compared counts for the whole line.
    const globs = Array.from({ length: 99 }, (_, index) => `files/*${index}*q`);
    expect(await verdict(`wc -l ${globs.slice(0, 10).join(" ")}`)).toBe("allow");
    expect(await verdict(`wc -l ${globs.join(" ")}`)).toBe("ask");
    const pieces = Array.from({ length: 20 }, (_, index) => index).join(",");
    expect(await verdict(`npm test -- --files=${pieces},../outside/secret`, { allow: ["Bash(npm test *)"] })).toBe(
      "ask",
    );
    expect(await verdict("npm test -- --files=1,2,3", { allow: ["Bash(npm test *)"] })).toBe("allow");
  });
});

describe("a program that may write what it is told of", () => {
  it("asks, and is denied what may not be read", async () => {
    const { root } = emptyPlace(["app.db", ".env"]);
    for (const name of ["app.db", "missing.db", ".git/hooks/x"])
      expect([name, await judge(root, `sqlite3 ${name} .tables`)]).toEqual([name, "ask"]);
    expect(await judge(root, "sqlite3 .env .tables")).toBe("deny");
  });
});

describe("a variable of a loop without quotes, whose values are the names that a wildcard becomes", () => {
  const FREE = [
    "for f in *.ts; do wc -l $f; done",
    "for f in src/*.ts lib/*; do cat $f; done",
    "for f in *.ts; do echo $f; head -3 $f; done",
    'for f in *; do g=$f; cat "$g"; done',
  ];
  const names = ["a.ts", "b.ts", "src/c.ts", "lib/d"];

  it.each(FREE)("is one word where no name is cut: %s", async (line) => {
    expect(await judge(emptyPlace(names).root, line)).toBe("allow");
    expect(await judge(emptyPlace(names).root, line, {})).toBe("ask");
  });

  it.each(["a .env.ts", "lib/a b", "src/x\ny.ts", "z[a].ts", "*.ts", "src/\\.ts"])(
    "asks where a name becomes other words: %j",
    async (name) => {
      const { root } = emptyPlace([...names, name]);
      const line = `for f in ${name.includes("/") ? name.replace(/\/.*/, "/*") : "*.ts"}; do cat $f; done`;
      expect([line, await judge(root, line, { ...ON_DISK, allow: ["Bash"] })]).toEqual([line, "ask"]);
    },
  );

  it.each([
    "for f in .e*; do cat $f; done",
    "for f in *.ts; do rm $f; done",
    "for f in *.ts; do [ $f ]; done",
    "for f in 'a b'/*.ts; do cat $f; done",
    "touch 'a .env.ts'; for f in *.ts; do cat $f; done",
    "IFS=a; for f in *.ts; do cat $f; done",
    "for f in *; do $f; done",
  ])("is no way around: %s", async (line) => {
    const { root } = emptyPlace([...names, ".env"]);
    expect(await judge(root, line, { ...ON_DISK, allow: ["Edit", "Bash(touch:*)"] })).not.toBe("allow");
  });

  it("is for bash what it is in quotes, wherever it is free", async () => {
    const character = fc.constantFrom(..."ab. *?[]\\\n\t'\"$-~{},!#é");
    const name = fc.string({ unit: character, minLength: 1, maxLength: 5 }).filter((text) => !/^\.{1,2}$/.test(text));
    const pattern = fc.constantFrom("*", "*.*", "a*", "[ab]*", "?*", "*b", "./*", "d/*");
    let free = 0;
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { maxLength: 4 }), pattern, async (files, glob) => {
        const { root } = emptyPlace(["a.ts", "d/b.ts", ...files.filter((file) => file !== "d" && file !== "a.ts")]);
        if ((await judge(root, `for f in ${glob}; do cat $f; done`)) !== "allow") return;
        free += 1;
        const printed = (word: string) =>
          execFileSync("bash", ["-c", `for f in ${glob}; do printf '%s\\0' ${word}; done`], {
            cwd: root,
            encoding: "utf8",
          });
        expect([files, glob, printed("$f")]).toEqual([files, glob, printed('"$f"')]);
      }),
      { numRuns: 200 },
    );
    expect(free).toBeGreaterThan(40);
  });
});
