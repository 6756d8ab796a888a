import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { looksDuring } from "../../test/looks-during.ts";
import { readPolicy } from "../rules/policy-file.ts";
import { mostSteps } from "../walk/steps.ts";
import { LEXICAL } from "./disk-facts.ts";
import { judgeLine, readLine } from "./judge-line.ts";
import { createLineEngine } from "./line-engine.ts";

const ROOT = "/home/ann/work/ws";
const context = createLineEngine({ root: ROOT, home: "/home/ann" }).context(LEXICAL);
const stepsOf = (line: string) => readLine(line, [ROOT], context).steps;

/** A line of about so many letters. */
function filled(unit: string, length: number, between = "; "): string {
  return Array.from({ length: Math.ceil(length / (unit.length + between.length)) }, () => unit).join(between);
}

/** So many of them in each other. */
function nested(open: string, inside: string, close: string, length: number): string {
  const depth = Math.floor(length / (open.length + close.length));
  return open.repeat(depth) + inside + close.repeat(depth);
}

/** A list whose members differ. */
function numbered(member: (index: number) => string, length: number, between = "; "): string {
  return Array.from({ length: Math.ceil(length / (member(100).length + between.length)) }, (_, index) =>
    member(index),
  ).join(between);
}

/**
 * Lines that took seconds, or once would have: each makes the work of its parts a product, a power or a sum of sums.
 */
const SHAPES: Readonly<Record<string, (length: number) => string>> = {
  "folders in each other": (length) => filled("cd a", length, " && "),
  "folders or others": (length) => filled("cd a", length, " || "),
  "variables or others": (length) => numbered((index) => `v${index}=b`, length, " || "),
  "branches of a case": (length) => `case x in ${numbered((index) => `a) v${index}=1;;`, length, " ")} esac`,
  "values by commands": (length) =>
    `for i in ${filled("abc", length / 2, " ")}; do ${filled("ls $i", length / 2)}; done`,
  "lists by commands": (length) => `a=(${filled("x", length / 2, " ")}); ${filled('rm "$' + '{a[@]}"', length / 2)}`,
  "a long value": (length) => `a=${"x".repeat(length / 2)}; ls ${filled("$a", length / 2, " ")}`,
  "a value that doubles": (length) => `x=ab; ${filled('x="$x$x"', length)}`,
  "functions that call two": (length) => `${numbered((i) => `f${i}(){ f${i + 1}; f${i + 1}; }`, length)}; f0`,
  "functions by calls": (length) => `f(){ ${filled("ls a", length / 2)}; }; ${filled("f a", length / 2)}`,
  "aliases that call two": (length) => `${numbered((i) => `alias a${i}='a${i + 1}; a${i + 1}'`, length)}; a0`,
  "wrappers with options that nobody knows": (length) => `${filled("sudo --xx", length, " ")} ls`,
  "texts that run themselves": (length) => `x='eval "$x"; eval "$x"'; ${filled('eval "$x"', length)}`,
  "shells in each other": (length) => nested("bash -c 'ls; ", "ls", "'", length),
  "substitutions in each other": (length) => nested("$(", "ls", ")", length),
  "substitutions that do not end": (length) => "$(".repeat(length / 2),
  "loops in each other": (length) => nested("for i in a b; do cd x; ", "ls;", " done;", length),
  "branches in each other": (length) => nested("if ls; then a=1; ", "ls;", " fi;", length),
  "braces after braces": (length) => `rm ${filled("{a,b}", length, "")}`,
  "braces in each other": (length) => `rm ${nested("{a,", "b", "}", length)}`,
  stars: (length) => `cat ${filled("*a", length, "")}`,
  "stars in folders": (length) => `cat ${filled("*", length, "/")}`,
  "brackets that do not end": (length) => `cat ${"[".repeat(length)}`,
  files: (length) => `cat ${filled("a/b", length, " ")}`,
  redirections: (length) => `ls ${filled("> a", length, " ")}`,
  "folders of a container": (length) =>
    `docker run ${filled("-v /a:/b", length / 2, " ")} x rm ${filled("/b", length / 2, " ")}`,
  "commands of find": (length) => `find . ${filled("-exec cat {} \\;", length, " ")}`,
  "scripts for a shell": (length) => `bash <<'EOF'\n${filled("ls a", length, "\n")}\nEOF`,
  code: (length) => `python3 -c '${filled('a="b"+', length, "")}"c"'`,
};

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
  it.each(Object.keys(SHAPES))("grow at most linearly with the line: %s", (name) => {
    for (const length of [1_000, 5_000, 20_000]) {
      const line = SHAPES[name]?.(length) ?? "";
      // The line is read once for what it does, and once for what is never run.
      expect(stepsOf(line)).toBeLessThanOrEqual(2 * mostSteps(line.length));
    }
  });

  it("grow at most linearly with any line, and none of them is long", () => {
    fc.assert(
      fc.property(LINE, (line) => {
        // Grammars are read when they are first used.
        let steps = stepsOf(line);
        const looks = looksDuring(() => {
          steps = stepsOf(line);
        });
        expect(steps).toBeLessThanOrEqual(2 * mostSteps(line.length));
        // The work itself, counted by what looks at the text: no step is a long one.
        expect(looks).toBeLessThan(4 * steps + 2_000);
      }),
      { numRuns: Number(process.env.STEPS_RUNS ?? 40) },
    );
  });

  it("end in a question, and what was found before them counts", () => {
    const line = `cat .env; ${SHAPES["values by commands"]?.(8_000)}`;
    const findings = judgeLine(line, [ROOT], context);
    expect(findings.map(({ reason }) => reason)).toContain(
      "The line takes more steps to judge than are made. Split it into several.",
    );
    expect(findings.some(({ verdict }) => verdict === "deny")).toBe(true);
    // Also where only the look for what is never run was too long.
    const rules = readPolicy({ allow: ["Bash(rm:*)", "Edit(/**)"] });
    const policies = rules.ok ? [{ scope: "user" as const, policy: rules.policy }] : [];
    const allowing = createLineEngine({ root: ROOT, home: "/home/ann", policies }).context(LEXICAL);
    const lists = SHAPES["lists by commands"]?.(8_000) ?? "";
    expect(judgeLine(lists, [ROOT], allowing).some(({ reason }) => reason.startsWith("The line takes more"))).toBe(
      true,
    );
    const chain = judgeLine(filled("cd a", 9_600, " && "), [ROOT], context);
    expect(chain.some(({ verdict }) => verdict === "ask")).toBe(true);
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
