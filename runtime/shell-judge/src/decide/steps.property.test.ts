import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { filled, GROWTH_SHAPES, numbered } from "../../test/growth-shapes.ts";
import { looksDuring } from "../../test/looks-during.ts";
import { readPolicy } from "../rules/policy-file.ts";
import { mostSteps } from "../walk/steps.ts";
import { LEXICAL } from "./disk-facts.ts";
import { judgeLine, readLine } from "./judge-line.ts";
import { createLineEngine } from "./line-engine.ts";

const ROOT = "/home/ann/work/ws";
const context = createLineEngine({ root: ROOT, home: "/home/ann" }).context(LEXICAL);
const stepsOf = (line: string) => readLine(line, [ROOT], context).steps;

const PIECES = [
  "cd a",
  "ls *.ts",
  "cat a/b",
  "x=1",
  'x="$x$x"',
  "y=$(ls $x)",
  "rm -rf $x",
  "for i in a b c; do ls $i; done",
  "f() { g a; f; }",
  "g() { ls; }",
  "f x",
  "cat <<E\na $x\nE\n",
  "ls {a,b,{c,d}}/*",
  "git log -- 'a*'",
  "bash -c 'cd b; ls'",
  'eval "$x"',
  "find . -name '*.ts' -exec rm {} +",
  "while ls; do cd c; done",
  "if ls; then y=2; fi",
  "a=(1 2 3)",
  'echo "$' + '{a[@]}"',
  "sudo --x ls",
  "case $x in a) cd q;; *) z=1;; esac",
  "echo a b | xargs rm",
  "cat [a-z]* [[:alpha:]]",
  "python3 -c 'exec(\"rm\")'",
  "(cd d && ls)",
];
const JOINTS = [" && ", " || ", "; ", " | ", "\n", " & "];
const GROUPS: readonly (readonly [string, string])[] = [
  ["", ""],
  ["(", ")"],
  ["{ ", "; }"],
  ["$(", ")"],
  ["for j in 1 2; do ", "; done"],
  ["if ls; then ", "; fi"],
  ["h() { ", "; }"],
];

const LINE = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(...JOINTS), fc.constantFrom(...GROUPS), fc.nat(8)), {
    minLength: 1,
    maxLength: 60,
  })
  .map((parts) =>
    parts.reduce((line, [piece, joint, [open, close], times]) => {
      const more = Array.from({ length: times + 1 }, () => piece).join(joint);
      return `${open}${line}${joint}${more}${close}`;
    }, "ls"),
  );

describe("the steps of a judgement", () => {
  it("grow at most linearly with any line, and none of them is long", () => {
    fc.assert(
      fc.property(LINE, (line) => {
        // Grammars are read when they are first used.
        let steps = stepsOf(line);
        const looks = looksDuring(() => {
          steps = stepsOf(line);
        });
        expect(steps).toBeLessThanOrEqual(mostSteps(line.length));
        // The work itself, counted by what looks at the text: no step is a long one.
        expect(looks).toBeLessThan(4 * steps + 2_000);
      }),
      { numRuns: Number(process.env.STEPS_RUNS ?? 40) },
    );
  });

  it("end in a question, and what was found before them counts", () => {
    const line = `cat .env; ${GROWTH_SHAPES["values by commands"]?.(8_000)}`;
    const findings = judgeLine(line, [ROOT], context);
    expect(findings.map(({ reason }) => reason)).toContain(
      "The line takes more steps to judge than are made. Split it into several.",
    );
    expect(findings.some(({ verdict }) => verdict === "deny")).toBe(true);
    const chain = judgeLine(filled("cd a", 9_600, " && "), [ROOT], context);
    expect(chain.some(({ verdict }) => verdict === "ask")).toBe(true);
  });

  it("end where a line is nested deeper than the stack, and what was found before counts, too", () => {
    const line = `cat .env; echo $((${filled("a", 60_000, "+")}))`;
    const { findings, steps } = readLine(line, [ROOT], context);
    expect(findings.some(({ verdict }) => verdict === "ask")).toBe(true);
    expect(findings.some(({ verdict }) => verdict === "deny")).toBe(true);
    expect(steps).toBeGreaterThan(0);
  });

  it("are enough for a line of a person who has many rules", () => {
    const many = Array.from({ length: 2_000 }, (_, index) => `Read(/private/${index})`);
    const commands = Array.from({ length: 500 }, (_, index) => `Bash(tool${index} *)`);
    const rules = readPolicy({ allow: many, deny: [...many, ...commands] });
    if (!rules.ok) throw new Error(rules.message);
    const policies = [{ scope: "user" as const, policy: rules.policy }];
    const strict = createLineEngine({ root: ROOT, home: "/home/ann", policies }).context(LEXICAL);
    const line = "cat a b c d e f g && ls src test docs | head -3 && wc -l src/a.ts src/b.ts && git diff --stat";
    expect(judgeLine(line, [ROOT], strict).every(({ verdict }) => verdict === "allow")).toBe(true);
  });

  it("cost little for wildcards that are held against many rules", () => {
    const deny = Array.from({ length: 2_000 }, (_, index) => `Read(/private/${index}/**/*.x)`);
    const rules = readPolicy({ deny });
    if (!rules.ok) throw new Error(rules.message);
    const policies = [{ scope: "user" as const, policy: rules.policy }];
    const strict = createLineEngine({ root: ROOT, home: "/home/ann", policies }).context(LEXICAL);
    const adds = vi.spyOn(Set.prototype, "add");
    for (const glob of ["*".repeat(100), "*?".repeat(50)]) judgeLine(`cat ${glob}`, [ROOT], strict);
    const count = adds.mock.calls.length;
    adds.mockRestore();
    expect(count).toBeLessThan(200_000);
  });

  it("do not read one long word again for each of its pieces", () => {
    const line = `python3 -c '${filled('run(["rm","a"])', 9_000, ";")}'`;
    const looks = looksDuring(() => stepsOf(line));
    expect(looks).toBeLessThan(10 * line.length);
  });

  it("are few for what people type, and a long list of files is judged to its end", () => {
    expect(stepsOf("git status && npm test 2>&1 | tail -20")).toBeLessThan(1_000);
    const files = numbered((index) => `src/file${index}.ts`, 3_000, " ");
    expect(judgeLine(`wc -l ${files}`, [ROOT], context).every(({ verdict }) => verdict === "allow")).toBe(true);
  });
});
