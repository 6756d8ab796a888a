import { describe, expect, it } from "vitest";
import { commandLineJudge } from "../decide/judge.ts";
import { readPolicy } from "../rules/policy-file.ts";

const PLACE = { cwd: "/work/repo", home: "/home/u" };

/** Without rules, and with a rule for each command that is no reader. */
function judges() {
  const allow = ["awk", "npm", "tool", "make", "git"].map((name) => `Bash(${name}:*)`);
  const parsed = readPolicy({ allow });
  if (!parsed.ok) throw new Error(parsed.message);
  return [commandLineJudge(PLACE), commandLineJudge({ ...PLACE, policy: parsed.policy })];
}

function isAllowed(line: string): boolean {
  return judges().some((judge) => judge(line).verdict === "allow");
}

describe("words that are not known before they are expanded", () => {
  it.each([
    "rg --color=$x a",
    "rg a$x f",
    "rg -{z,n} a",
    "rg -* a",
    "rg -n* a",
    "grep $x",
    "grep a$x",
    "head -n$x",
    "head -n $x",
    "tail -n $(cat n)",
    "sort -k $x a",
    "sort -k * a",
    'sort -k "$@" a',
    'sort "-k$@" a',
    `sort -k "\${a[@]}" a`,
    "find . -name $x",
    "find . -name a$x",
    "find . -name *",
    "find . -name -d*",
    "find . -name a* -delete",
    "find . -newer a* -delete",
    "date +$x",
    "hostname -I$x",
    "git log --grep $x",
    "git log -n$x",
    "git grep -{O,n}id a",
    "timeout 5$x ls",
    "nice -n $x ls",
    "tool --$x",
    "tool -a$x",
    'tool "--$x"',
    "npm test --$x",
    "make a$x",
    "awk -F$x '{print}' a",
    "awk -v $x '{print}' a",
  ])("may bring other words with them: %s", (line) => {
    expect(isAllowed(line)).toBe(false);
  });

  it.each([
    'rg -e "$x" src',
    'grep -n "a$x" a.txt',
    'head -n "$n" a.txt',
    "head -n $((1 + 2)) a.txt",
    'find . -name "$x"',
    "find . -name *.ts",
    "find src -name a*",

    'find . -name "a*" -type f',
    "cat src/*.ts",
    "grep foo *.ts",
    "echo $x -* *",
    "awk -F\"$x\" '{print}' a",
    "tool --all src/*.ts",
  ])("are let be where they cannot: %s", (line) => {
    expect(isAllowed(line)).toBe(true);
  });
});
