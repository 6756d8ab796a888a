import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeByRules, parseIgnoreRules } from "./ignore-rules.ts";

const judge = (text: string, path: string) =>
  judgeByRules(parseIgnoreRules(text), path.replace(/\/$/, "").split("/"), path.endsWith("/"));

describe("judgeByRules", () => {
  it.each([
    ["*.log", "a/b.log", "ignored"],
    ["/a.log", "b/a.log", undefined],
    ["a/b", "x/a/b", undefined],
    ["build/", "build", undefined],
    ["build/", "x/build/", "ignored"],
    ["*.log\n!keep.log", "keep.log", "included"],
    ["!keep.log\n*.log", "keep.log", "ignored"],
    ["a/**", "a/b/c", "ignored"],
    ["a/**", "a/", undefined],
    ["**/x/y", "a/x/y", "ignored"],
    ["# no\n\\#yes", "#yes", "ignored"],
    ["\\!a", "!a", "ignored"],
    ["blank \nkept\\ ", "blank", "ignored"],
    ["blank \nkept\\ ", "kept ", "ignored"],
    ["\uFEFFa\r\nb\r\n", "b", "ignored"],
    ["/", "a", undefined],
    ["?", "\u00e9", undefined],
    ["??", "\u00e9", "ignored"],
    ["[!a]", "\u00e9", undefined],
    ["\u00e9*", "\u00e9a", "ignored"],
    ["{a,b.ts}", "x/b.ts", "ignored"],
    ["", "a", undefined],
  ])("%j judges %s: %s", (text, path, verdict) => {
    expect(judge(text, path)).toBe(verdict);
  });

  it("makes no more rules of a file than can be held, however many braces its lines have", () => {
    const braces = "{a,b,c,d,e,f,g,h,i,j}".repeat(3);
    const rules = parseIgnoreRules(`${`${braces}\n`.repeat(2_000)}z`);
    expect(rules.length).toBeLessThanOrEqual(21_000);
    expect(judgeByRules(rules, ["ajb"], false)).toBe("ignored");
  });

  it("agrees with git", () => {
    const folder = mkdtempSync(join(tmpdir(), "ignore-"));
    execFileSync("git", ["init", "-q"], { cwd: folder });
    const names = fc.constantFrom("a", "b", "ab", "a.b", "c");
    const path = fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    const part = fc.constantFrom("a", "b", "*", "**", "a*", "?b", "[ab]", "[!a]", "*.b", "\\a");
    const line = fc
      .tuple(fc.constantFrom("", "!", "/"), fc.array(part, { minLength: 1, maxLength: 3 }), fc.constantFrom("", "/"))
      .map(([before, parts, after]) => before + parts.join("/") + after);
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 4 }),
        fc.uniqueArray(path, { minLength: 8 }),
        (lines, paths) => {
          const text = lines.join("\n");
          writeFileSync(join(folder, ".gitignore"), text);
          expect(
            paths.map((one) => isIgnored(text, one)),
            text,
          ).toEqual(byGit(folder, paths));
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** As a walk would have it: what is below an ignored folder is never looked at. */
function isIgnored(text: string, path: string): boolean {
  const names = path.split("/");
  const rules = parseIgnoreRules(text);
  return names.some(
    (_, index) => judgeByRules(rules, names.slice(0, index + 1), index < names.length - 1) === "ignored",
  );
}

function byGit(cwd: string, paths: readonly string[]): readonly boolean[] {
  const { stdout } = spawnSync("git", ["check-ignore", "--no-index", "--stdin"], { cwd, input: paths.join("\n") });
  const ignored = new Set(String(stdout).split("\n"));
  return paths.map((path) => ignored.has(path));
}
