import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandLineJudge } from "../../decide/judge.ts";
import { readPolicy } from "../../rules/policy-file.ts";
import { awkProgramIsHarmless } from "./awk.ts";

const HARMLESS = [
  "{print $1}",
  "NR>=10 && NR<=20",
  "NR > 5",
  "NR==1 || /foo/ {print; next}",
  "/a\\/b[0-9]+|c/ { n++ } END { print n }",
  'BEGIN{FS=":"; OFS="\\t"} {print $1, $NF; total += $3 / 2}',
  "{ if ($1 > 3) print $1 ; else print 0 }",
  '{ for (i = NF; i > 0; i--) printf "%s ", $i; print "" }',
  "!seen[$0]++",
  'length($0) > 80 {print FILENAME ":" FNR}',
  "$2 ~ /^[a-z]+$/ {print tolower($2)}",
  "{s+=$1} END {print s/NR}",
  "{print (a+b)/2}",
  '{(x > "out")}',
];

const UNSAFE = [
  // No awk reads these; a shell would.
  "`cat .env`",
  '$"a"',
  "$[x]",
  // A redirection or a comparison: behind a print nobody tells them apart.
  "{print $1; if ($2 > 3) n++}",
  "{print ($1 || $2)}",
  'BEGIN{system("id")}',
  'BEGIN{"id" | getline x; print x}',
  '{print > "out"}',
  '{print >> "out"}',
  '{print | "sh"}',
  '{print(1) > "out"}',
  'BEGIN{x = 1 / system("touch out") / 1}',
  'BEGIN{x++ / system("touch out") / 1}',
  'BEGIN{x = y[1] / system("touch out") / 1}',
  'BEGIN{print ENVIRON["HOME"]}',
  'BEGIN{ARGV[1]="/etc/passwd"; ARGC=2} {print}',
  'BEGIN{while ((getline l < "/etc/passwd") > 0) print l}',
  '@include "x"',
  '@load "x"',
  'BEGIN{f="system"; @f("id")}',
  "{print} # > out",
  'BEGIN { printf "x" > "out" }',
  "BEGIN{close(1)}",
  'BEGIN{print PROCINFO["pid"], SYMTAB["x"]}',
  'BEGIN{print /"/; system("touch out"); y=/"/}',
  'BEGIN{x=1;x++ /"/ 1; system("touch out"); y=/"/}',
  'BEGIN{print /"/ > "out"; y=/"/}',
  'BEGIN{if (1) /"/; print 1 > "out"; y=/"/}',
  'BEGIN{x[1] /"/ 1; print 1 | "sh"; y=/"/}',
  'BEGIN{print length /} x/ > "out"}',
  'BEGIN{print length /"/ | "touch out"; y=/"/}',
  'BEGIN{print !/[[:alpha:]/}]x/ > "out"}',
  'BEGIN{print !/[]/}]x/ > "out"}',
  'BEGIN{print !/[^]/}]x/ > "out"}',
];

const PIECES = [
  ..."{}()/;,!~$<>|\n ",
  "print",
  "if(",
  "x",
  "++",
  "1",
  '"out"',
  'system("touch out")',
  '> "out"',
  '| "touch out"',
  "BEGIN{",
  "/a/",
  '/"/',
  "y=",
  "NR",
  "]",
  "[",
  "length",
  "/[]/",
  "/[[:alpha:]/",
  "}]x/",
  "!",
];

describe("an awk program", () => {
  it.each(HARMLESS)("is harmless: %s", (program) => expect(awkProgramIsHarmless(program)).toBe(true));
  it.each(UNSAFE)("is not: %s", (program) => expect(awkProgramIsHarmless(program)).toBe(false));

  it("that is called harmless writes and runs nothing in the real awk", () => {
    const place = mkdtempSync(join(tmpdir(), "awk-"));
    writeFileSync(join(place, "in"), "a b\nc\n");
    const programs = fc
      .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 9 })
      .map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(programs, (program) => {
        fc.pre(awkProgramIsHarmless(program));
        spawnSync("awk", [program, "in"], { cwd: place, stdio: "ignore", timeout: 500 });
        expect(readdirSync(place)).toEqual(["in"]);
      }),
      { numRuns: 100, maxSkipsPerRun: 1_000 },
    );
  });

  it("that is harmless runs by a rule for awk, and may read what may be read", () => {
    const parsed = readPolicy({ allow: ["Bash(awk:*)"] });
    if (!parsed.ok) throw new Error(parsed.message);
    const judge = commandLineJudge({ cwd: "/work/repo", home: "/home/u", policy: parsed.policy });
    expect(judge("awk -F: -v n=3 'NR > n {print $1}' a.txt").verdict).toBe("allow");
    for (const line of [
      "awk '{print}' /etc/passwd",
      "awk '{print}' .env",
      "awk -f a.awk a",
      'awk "{print $x}" a',
      "awk '{print > \"a\"}' a",
      "awk -i inplace '{print}' a",
      "awk --profile=a '{print}' a",
      "awk -o '{print}' a",
    ]) {
      expect(judge(line).verdict, line).not.toBe("allow");
    }
  });
});
