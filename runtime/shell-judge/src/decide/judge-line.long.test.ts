import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPolicy } from "../rules/policy-file.ts";
import { commandLineJudge } from "./judge.ts";

/** How many lines each property is tried with. */
const RUNS = process.env.LONG_PLAY === undefined ? 100 : 600;

const STRICTNESS = { allow: 0, ask: 1, deny: 2 };

function judgeWith(policy: { allow?: readonly string[]; ask?: readonly string[]; deny?: readonly string[] }) {
  const parsed = readPolicy(policy);
  if (!parsed.ok) throw new Error(parsed.message);
  return commandLineJudge({ cwd: "/work/repo", home: "/home/u", policy: parsed.policy });
}

const FRAGMENTS = [
  "ls",
  "cat",
  "git",
  "log",
  "push",
  "-C",
  "sub",
  "rm",
  "-rf",
  "echo",
  "$x",
  "${x:-",
  "${",
  "}",
  "$(",
  ")",
  "`",
  "'",
  '"',
  "\\",
  "\n",
  ";",
  "&&",
  "||",
  "|",
  "&",
  "<",
  ">",
  ">>",
  "<<EOF",
  "EOF",
  "<(",
  "(",
  "((",
  "))",
  "[[",
  "]]",
  "{",
  "if",
  "then",
  "fi",
  "for",
  "in",
  "do",
  "done",
  "case",
  "esac",
  "while",
  "function",
  "f()",
  "cd",
  "..",
  "/tmp",
  "~",
  ".env",
  "*",
  "?",
  "[a",
  "]",
  "=",
  "A=1",
  "sudo",
  "bash",
  "-c",
  "eval",
  "env",
  "xargs",
  "find",
  "-exec",
  "{}",
  "+",
  "#",
  "!",
  "time",
  "$'",
  "\u200b",
  "\r",
  "\t",
  " ",
  "-",
  "--",
  "1",
  "2>&1",
  "@",
  "%",
  "é",
  "\ud83d",
  "\0",
];

const LINES = fc.oneof(
  fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 24 }).map((parts) => parts.join(" ")),
  fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 24 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 60 }),
);

const RULES = fc.constantFrom(
  "Bash",
  "Bash(ls:*)",
  "Bash(git:*)",
  "Bash(rm -rf:*)",
  "Bash(git push)",
  "Bash(cat * x)",
  "Read(**)",
  "Read(.env)",
  "Edit(src/**)",
  "bash",
  "mcp__a",
);

describe("whatever the line", () => {
  it("the judge answers, twice the same, and changes nothing it was given", () => {
    const judge = judgeWith({
      allow: ["Bash(ls:*)", "Bash(git:*)", "Bash(echo:*)", "Bash(cat:*)"],
      deny: ["Bash(rm:*)"],
    });
    fc.assert(
      fc.property(LINES, (line) => {
        const first = judge(line);
        expect(["allow", "ask", "deny"]).toContain(first.verdict);
        expect(first.reason.length).toBeGreaterThan(0);
        expect(judge(line)).toEqual(first);
      }),
      { numRuns: RUNS },
    );
  });

  it("another denial or ask never loosens, another allow never tightens", () => {
    fc.assert(
      fc.property(
        LINES,
        fc.array(RULES, { maxLength: 4 }),
        RULES,
        fc.constantFrom("deny", "ask"),
        (line, allow, rule, effect) => {
          const before = STRICTNESS[judgeWith({ allow })(line).verdict];
          expect(STRICTNESS[judgeWith({ allow, [effect]: [rule] })(line).verdict]).toBeGreaterThanOrEqual(before);
          expect(STRICTNESS[judgeWith({ allow: [...allow, rule] })(line).verdict]).toBeLessThanOrEqual(before);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it("joining two lines is as strict as the stricter one", () => {
    const judge = judgeWith({ allow: ["Bash(ls:*)", "Bash(git log:*)", "Bash(echo:*)"], deny: ["Bash(rm:*)"] });
    const simple = fc.constantFrom(
      "ls",
      "git log",
      "echo a",
      "rm a",
      "id",
      "cat /etc/passwd",
      "FOO=1 ls",
      "ls $x",
      "echo $x",
      "> a",
    );
    fc.assert(
      fc.property(simple, simple, fc.constantFrom(";", "&&", "||", "|", "|&", "&", "\n", "; #\n"), (a, b, operator) => {
        const apart = Math.max(STRICTNESS[judge(a).verdict], STRICTNESS[judge(b).verdict]);
        expect(STRICTNESS[judge(`${a} ${operator} ${b}`).verdict]).toBe(apart);
      }),
    );
  });

  it("takes linear time: a long line of nested or repeated constructs is answered at once", () => {
    const judge = judgeWith({ allow: ["Bash"] });
    const shapes = [
      "$(",
      "${x:-",
      "(",
      "{ ",
      "`",
      '"',
      "a=(",
      "<(",
      "$((",
      "[[ ",
      "if ",
      "<<A\n",
      "*",
      "\\",
      "a;",
      "-a ",
      "[a",
    ];
    for (const shape of shapes) expect(judge(shape.repeat(3_000)).verdict).toMatch(/ask|allow/);
  });
});
