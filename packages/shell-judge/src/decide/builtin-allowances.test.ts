import { describe, expect, it } from "vitest";
import { commandLineJudge } from "./judge.ts";

const judge = commandLineJudge({ cwd: "/work/repo", home: "/home/u" });

describe("what a person would not want to be asked about", () => {
  it.each([
    "ls -la src",
    "cat package.json | head -20",
    "tail -n +5 README.md",
    "git status && git diff --stat",
    "git log --format='%H %an' -n 5",
    "git branch -a",
    "git stash list",
    "git tag -l",
    "git remote -v",
    "git config --get user.name",
    "grep -rn TODO src --include=*.ts",
    "rg -n foo src | head",
    "find src -type f -name '*.ts' -not -path '*/node_modules/*'",
    "sed -n '1,20p' src/a.ts",
    "sort a.txt | uniq -c | sort -rn | head -5",
    "diff <(sort a.txt) <(sort b.txt)",
    'for f in src/*.ts; do wc -l "$f"; done',
    "if [ -f package.json ]; then cat package.json; fi",
    "[[ -d src ]] && ls src || echo none",
    "ls nothing 2>/dev/null",
    "cd src && ls && cat a.ts",
    "echo $(git rev-parse HEAD)",
    "node --version",
    "npx --version",
    "java -version",
    "set -euo pipefail\nls\npwd",
    "# a comment\nls",
    "cat .env.example",
    "jq -r .version package.json",
    "cat /work/repo/a.txt",
    "",
  ])("%j", (line) => expect(judge(line)).toMatchObject({ verdict: "allow" }));

  it.each([
    "npm test",
    "git commit -m x",
    "git push",
    "touch a",
    "rm a",
    "echo x > a.txt",
    "python3 a.py",
    "make",
    "curl https://example.org",
    "./run.sh",
    "cat /etc/passwd",
    "cat ~/notes",
    "ls ..",
    "git branch new",
    "git tag v1",
    "git stash",
    "git config user.name x",
    "/usr/bin/git status",
    "./git status",
    "ls --unknown-option",
    "rails --version",
    "yarn --version",
    "uv pip list",
    "printenv",
  ])("asks about %j", (line) => expect(judge(line)).toMatchObject({ verdict: "ask" }));
});

describe("what looks harmless and is not", () => {
  it.each([
    'for f in a; do for f in .env; do true; done; cat "$f"; done',
    "find -L /etc",
    "find -- /etc",
    "git show :0:.env",
    "git diff -- '.en*'",
    "git diff -- ':(glob).env*'",
    "grep -r --include=.env KEY .",
    "grep -r --include='.e*' KEY .",
    "rg -g .env KEY",
    "rg --glob='**/.env*' KEY",
    'echo "$(<.env)"',
    "bash -c -- 'cat .env'",
    "bash -c -x id",
    "cat ~'/.ssh/id_rsa'",
    "printf %n PATH",
  ])("%j", (line) => expect(judge(line).verdict).not.toBe("allow"));
});
