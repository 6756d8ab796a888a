import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { PAIR } from "../rules/glob-pairs.test-data.ts";
import { inSmallLetters } from "../rules/glob-token.ts";
import { parseSegment, segmentFits } from "../rules/segment-glob.ts";
import { existingPaths } from "./existing-paths.ts";
import { meetsPathspec } from "./pathspec.ts";

const LONG = process.env.LONG_PLAY !== undefined;

/** Hundreds of calls of git, on a machine that may be busy. */
const PATIENCE = { timeout: LONG ? 600_000 : 120_000 };

const place = realpathSync(mkdtempSync(join(tmpdir(), "globs-")));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const PAIRS = fc.sample(PAIR, { seed: 7, numRuns: LONG ? 3_000 : 150 });
const NAMES = [...new Set(PAIRS.map(({ name }) => name))].filter((name) => name !== ".").slice(0, 400);
const PATTERNS = [...new Set(PAIRS.map(({ pattern }) => pattern))].filter((pattern) =>
  /^(?:[^\\]|\\.)*?[*?[]/.test(pattern),
);

mkdirSync(join(place, "links"));
for (const name of NAMES) symlinkSync("/nowhere", join(place, "links", name));

/** Lines of `number name`: a program says that the pattern of this number stands for the name. */
function expectAll(said: string, ours: (pattern: string, name: string) => boolean): void {
  const lines = said.split("\n").slice(0, -1);
  const pairs = lines.map((line) => ({
    pattern: PATTERNS[Number.parseInt(line, 10)] ?? "",
    name: line.replace(/^\d+ /, ""),
  }));
  expect(pairs.filter(({ pattern, name }) => !ours(pattern, name))).toEqual([]);
  expect(pairs.length).toBeGreaterThan(PATTERNS.length / 2);
}

describe.each(["C", "C.UTF-8"])("a pattern, in the locale %s", (LC_ALL) => {
  const env = { ...process.env, LC_ALL };

  it("becomes on the disk all the names that bash puts in its place", PATIENCE, () => {
    const script = 'cd "$1"; while IFS= read -r p; do echo /; compgen -G "$p"; done; true';
    const input = PATTERNS.map((pattern) => `${pattern}\n`).join("");
    const found = new Map(PATTERNS.map((pattern) => [pattern, namesFound(pattern)]));
    const said = execFileSync("bash", ["-c", script, "bash", join(place, "links")], { input, env, encoding: "utf8" });
    const parts = said.split("/\n").slice(1);
    const numbered = parts.map((names, index) => names.replace(/^/gm, `${index} `).replace(/\d+ $/, ""));
    expectAll(numbered.join(""), (pattern, name) => found.get(pattern)?.has(name) === true);
  });

  it("finds no name with find -name that we say it does not", PATIENCE, () => {
    const each = PATTERNS.flatMap((pattern, index) => ["(", "-name", pattern, "-printf", `${index} %f\n`, ")", ","]);
    const args = [join(place, "links"), "-mindepth", "1", ...each.slice(0, -1)];
    const said = execFileSync("find", args, {
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 2 ** 28,
    });
    expectAll(said, (pattern, name) => segmentFits(parseSegment(pattern, inSmallLetters), name.toLowerCase()));
  });
});

function namesFound(pattern: string): Set<string> {
  const start = join(place, "links");
  const found = existingPaths(`${start}/${pattern}`);
  return new Set(found.map(({ path }) => path.slice(start.length + 1)));
}

/** Two folders and a name: a star of a pathspec stands for their slashes, too. */
const SPECS = PATTERNS.slice(0, LONG ? 300 : 15).flatMap((pattern) => [pattern, `**/${pattern}`, `a/${pattern}`]);

describe("a pathspec of git", () => {
  const git = (args: readonly string[], input = "") =>
    execFileSync("git", args, {
      cwd: place,
      input,
      encoding: "utf8",
      env: { PATH: process.env.PATH ?? "", HOME: place },
    });
  git(["init", "-q", "--template="]);
  const blob = git(["hash-object", "-w", "--stdin"]).trim();
  const paths = NAMES.filter((name) => name !== "..").flatMap((name) => [`x/${name}`, `a/b/${name}`, `${name}z/c`]);
  git(["update-index", "-z", "--index-info"], paths.map((path) => `100644 ${blob}\t${path}\0`).join(""));

  it.each(["", ":(glob)", ":(icase)"])("reaches no file that we say it does not: %s", PATIENCE, (magic) => {
    const wrong: string[] = [];
    let met = 0;
    for (const spec of SPECS) {
      const listed = git(["ls-files", "-z", "--", magic + spec])
        .split("\0")
        .slice(0, -1);
      met += listed.length;
      wrong.push(...listed.filter((path) => !meetsPathspec(spec, path)).map((path) => `${spec} ${path}`));
    }
    expect(wrong).toEqual([]);
    expect(met).toBeGreaterThan(SPECS.length);
  });
});
