import { spawnSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import type { LineSearch, SearchScope } from "./search-engine.port.ts";
import {
  allFiles,
  allFound,
  emptyWorkspace,
  lineSearch,
  ripgreps,
  scopeOf,
  writeAll,
} from "./search-support.test-data.ts";
import { walkerEngine } from "./walker/walker-engine.ts";

const engines = await ripgreps();
if (engines.size === 0) console.warn("No ripgrep here: the walker is compared with nothing.");

async function tree(): Promise<Workspace> {
  const workspace = await emptyWorkspace();
  const long = `${"x".repeat(900)} needle ${"y".repeat(900)}`;
  await writeAll(workspace, {
    ".gitignore": "*.log\n/build/\n!keep.log\nvendor/*\n!vendor/ours\n",
    ".ignore": "!build/\nsecret.txt\n",
    "a.txt": "needle one\nnothing\nneedle two\n",
    "a/b.txt": "deep needle\n",
    "a-b.txt": "needle\n",
    "a/.gitignore": "!debug.log\n*.tmp\n",
    "a/debug.log": "needle\n",
    "a/x.tmp": "needle\n",
    "b.log": "needle\n",
    "keep.log": "needle\n",
    "build/out.txt": "needle\n",
    "secret.txt": "needle\n",
    "vendor/theirs/f.txt": "needle\n",
    "vendor/ours/f.txt": "needle\n",
    ".hidden/f": "needle\n",
    ".toolwright-1-x.tmp": "needle\n",
    "empty.txt": "",
    "no-newline.txt": "x\nneedle",
    "crlf.txt": "first\r\nneedle\r\nlast; \r\n\r\n",
    "lone-cr.txt": "one\rneedle\rthree\n",
    "bom.txt": "\uFEFFneedle first\n",
    "utf16.txt": new Uint8Array([0xff, 0xfe, ...Buffer.from("ein needle ü\n", "utf16le")]),
    "latin1.txt": new Uint8Array(Buffer.from("caf\xe9 needle\nfoo\n", "latin1")),
    "binary-early.bin": "\0needle\n",
    "binary-late.bin": "needle\n\0\nneedle\n",
    "binary-far.bin": `needle\n${"line\n".repeat(20_000)}\0\nneedle\n`,
    "long.txt": `${long}\n${"z".repeat(2_000)}\nneedle\n`,
    "emoji.txt": `${"😀".repeat(400)}needle${"😀".repeat(400)}\n`,
    "ümlaut.txt": "Needle ÄÖ\n",
    "Z.txt": "needle K\n",
    "multi.ts": "import {\n  a,\n  b,\n} from 'x';\n\nfoo(\n  1,\n);\nfoo(2);\n",
  });
  return workspace;
}

const SEARCHES: readonly LineSearch[] = [
  lineSearch("needle"),
  lineSearch("NEEDLE", { ignoreCase: true }),
  lineSearch("needle", { context: 2 }),
  lineSearch("^needle"),
  lineSearch("needle$"),
  lineSearch("e e|k|x$", { context: 1 }),
  lineSearch("\\bneedle\\b.*[a-z]"),
  lineSearch("(?i)k"),
  lineSearch("[äö]+", { ignoreCase: true }),
  lineSearch("^$"),
  lineSearch("; $"),
  lineSearch("\\r$"),
  lineSearch("one.needle"),
  lineSearch("caf."),
  lineSearch("foo(", { fixed: true }),
  lineSearch(".", { fixed: true }),
  lineSearch("import \\{.*\\} from", { multiline: true }),
  lineSearch("foo\\([^)]*\\)", { multiline: true, context: 1 }),
  lineSearch("^\\}|^\\)", { multiline: true }),
  lineSearch("needle\\s+nothing", { multiline: true }),
  lineSearch("first\\r\\nneedle", { multiline: true }),
  lineSearch("first$\\s^needle", { multiline: true }),
  lineSearch("\\n\\n", { multiline: true }),
  lineSearch("x*"),
  lineSearch("foo("),
  lineSearch("[a"),
  lineSearch("a\\nb"),
  lineSearch("(?=x)"),
];

const FEW = SEARCHES.filter((_, index) => index % 7 === 2);

describe.each([...engines])("%s and the walker", (_name, engine) => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await tree();
  });

  async function same(scope: SearchScope, searches = SEARCHES): Promise<void> {
    expect(await allFiles(walkerEngine, scope)).toEqual(await allFiles(engine, scope));
    for (const search of searches) {
      const message = JSON.stringify(search);
      expect(await allFound(walkerEngine, scope, search), message).toEqual(await allFound(engine, scope, search));
    }
  }

  it("find the same in a folder without a repository", async () => {
    expect(await allFiles(walkerEngine, scopeOf(workspace))).toContain("build/out.txt");
    await same(scopeOf(workspace));
    await same(scopeOf(workspace, { ignored: true }), FEW);
  });

  it("find the same below a directory, in one file, and for names", async () => {
    await same(scopeOf(workspace, { path: join(workspace.root, "a") }), FEW);
    await same(scopeOf(workspace, { path: join(workspace.root, "vendor/theirs") }), FEW);
    for (const name of ["a.txt", "binary-late.bin", "binary-early.bin", "b.log", "multi.ts", "long.txt"])
      await same(scopeOf(workspace, { path: join(workspace.root, name), isFile: true }), FEW);
    await same(
      scopeOf(workspace, { fileNames: ["*.txt", "*.ts"], accepts: (names) => /s$|t$/.test(names.at(-1) ?? "") }),
      FEW,
    );
  });

  it("find the same in a repository with another one inside", async () => {
    const other = await tree();
    spawnSync("git", ["init", "-q"], { cwd: other.root });
    await mkdir(join(other.root, "inner"));
    spawnSync("git", ["init", "-q"], { cwd: join(other.root, "inner") });
    await writeAll(other, {
      "inner/x.log": "needle\n",
      "inner/secret.txt": "needle\n",
      "inner/.git/hooks/x": "needle\n",
    });
    await same(scopeOf(other), FEW);
    await same(scopeOf(other, { path: join(other.root, "inner") }), FEW);
  });

  it("find the same in this repository", async () => {
    const root = resolve(import.meta.dirname, "../../../..");
    const here = await createLocalWorkspace({ root });
    const scope = scopeOf(here, { path: join(root, "runtime") });
    expect(await allFiles(engine, scope)).toContain("runtime/core/package.json");
    expect(await allFiles(walkerEngine, scope)).toEqual(await allFiles(engine, scope));
    for (const search of [lineSearch("export (?:async )?function \\w+<"), lineSearch("TODO|FIXME", { context: 1 })])
      expect(await allFound(walkerEngine, scope, search)).toEqual(await allFound(engine, scope, search));
  });

  it("find the same where more is found than is kept", async () => {
    const place = await emptyWorkspace();
    const files = Array.from({ length: 120 }, (_, index) => [`d${index % 7}/f${index}.txt`, "few\nmany\n".repeat(40)]);
    await writeAll(place, { "c/much.txt": "much and\nmany\n".repeat(5_000), ...Object.fromEntries(files) });
    const scope = scopeOf(place);
    for (const search of ["much", "few", "many", "absent"].map((word) => lineSearch(word, { context: 1 })))
      expect(await allFound(engine, scope, search)).toEqual(await allFound(walkerEngine, scope, search));
  });

  it("understand patterns in the same way", async () => {
    const place = await emptyWorkspace();
    const atom = fc.constantFrom(
      ..."a|b|.|\\w|\\W|\\b|\\B|^|$|[ab]|[^a]|\\s|é|\\d|(?i)|(?:|)|(|x|{2}|{1,}|*|+|?|\\|-|[[:alpha:]]|\\pL|\\p{Lu}|K|ß|\\.|[a-c&&b]|(?s).|(?-u:a)|\\x61".split(
        "|",
      ),
      "|",
    );
    const pattern = fc.array(atom, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
    const text = fc.string({
      unit: fc.constantFrom("a", "b", "A", " ", "\n", "é", "É", "1", "k", "\u212a", "ß", "ẞ", "\r"),
    });
    await fc.assert(
      fc.asyncProperty(
        pattern,
        fc.array(text, { minLength: 2, maxLength: 8 }),
        fc.boolean(),
        async (source, texts, multiline) => {
          fc.pre(!source.includes("(?-u") && !closesTooMuch(source));
          // ripgrep also looks between the two characters that end a line.
          fc.pre(!source.includes("\\B") || !texts.join("").includes("\r"));
          await writeAll(place, { "f.txt": texts.join("\n") });
          const [walked, ripped] = await Promise.all(
            [walkerEngine, engine].map((one) => allFound(one, scopeOf(place), lineSearch(source, { multiline }))),
          );
          if (!ripped?.join().includes("broke down"))
            expect(withoutProblem(walked), source).toEqual(withoutProblem(ripped));
        },
      ),
      { numRuns: 40 },
    );
  });
});

/** ripgrep puts a group around every pattern, and a pattern can close it. */
function closesTooMuch(source: string): boolean {
  let depth = 0;
  const unescaped = source.replace(/\\[\s\S]/g, "");
  return Array.from(unescaped).some((character) => (depth += character === "(" ? 1 : character === ")" ? -1 : 0) < 0);
}

/** A refused pattern is refused by both; what exactly is wrong with it first may be seen differently. */
function withoutProblem(found: readonly string[] | undefined): readonly string[] | undefined {
  return found?.map((line) => (line.includes("not a valid regular expression") ? "refused" : line));
}
