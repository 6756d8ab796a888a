import { describe, expect, it } from "vitest";
import { readPolicy } from "../rules/policy-file.ts";
import { commandLineJudge } from "./judge-command-line.ts";

const PLACE = { cwd: "/work/repo", home: "/home/u" };

function judgeWith(allow: readonly string[]) {
  const parsed = readPolicy({ allow });
  if (!parsed.ok) throw new Error(parsed.message);
  return commandLineJudge({ ...PLACE, policy: parsed.policy });
}

/** One row of the contract's table of constructs, its second half: lines that may run, and lines that may not, with these rules. */
interface Row {
  readonly construct: string;
  readonly allow: readonly string[];
  readonly runs: readonly string[];
  readonly stops: readonly string[];
}

const ROWS: readonly Row[] = [
  {
    construct: "a shell with a literal text is that text",
    allow: ["Bash(ls:*)", "Bash(bash:*)", "Bash(sh:*)", "Bash(eval:*)"],
    runs: ["bash -c ls", "bash -c 'ls; ls -l'", "bash -ec 'ls'"],
    stops: [
      "bash -c id",
      'bash -c "$x"',
      "bash -c 'ls; id'",
      "bash script.sh",
      "bash",
      "ls | bash",
      "bash < a.txt",
      "bash -lc ls",
      "sh -c ls",
      "eval ls",
      'eval "$x"',
      "source a.sh",
      ". a.sh",
      "/bin/bash -c ls",
      "trap id EXIT",
      "alias ls=id",
    ],
  },
  {
    construct: "interpreters with code on the line or from standard input",
    allow: [
      "Bash(python3:*)",
      "Bash(node:*)",
      "Bash(perl:*)",
      "Bash(awk:*)",
      "Bash(make:*)",
      "Bash(npx:*)",
      "Bash(ssh:*)",
      "Bash(tar:*)",
    ],
    runs: [
      "python3 scripts/a.py",
      "node scripts/a.js",
      "make test",
      "npx vitest run",
      "awk '{print $1}' a.txt",
      "node --version",
    ],
    stops: [
      "python3 -c 'x'",
      "python3 -Ic 'x'",
      "python3",
      "python3 -",
      "python3 < a.py",
      "node -e 1",
      "node -pe 1",
      "node --eval=1",
      "node -r ./x a.js",
      "node --import ./x a.js",
      "perl -e 1",
      "perl -ne 1 f",
      "awk 'BEGIN{system(\"id\")}'",
      "awk '{print > \"f\"}' a",
      "awk '{\"id\" | getline}' a",
      "awk -f x a",
      "make SHELL=/bin/id test",
      "make -f /tmp/x",
      "npx -c id",
      "ssh host id",
      "tar --checkpoint-action=exec=id -cf a b",
      "python3 ../x.py",
    ],
  },
  {
    construct: "evaluation inside words",
    allow: ["Bash(echo:*)", "Bash(test:*)", "Bash([:*)", "Bash(printf:*)", "Bash(read:*)", "Bash(let:*)"],
    runs: [
      "echo $((1+2))",
      "[[ 1 -eq 2 ]]",
      "[[ -f a && -n $x ]]",
      '[ "$x" = a ]',
      "[ 1 -eq 2 ]",
      "printf %d 1",
      `echo \${x:0:2}`,
      `echo \${#x} \${x%.ts} \${x/a/b}`,
    ],
    stops: [
      `echo \${x@P}`,
      `echo \${x@E}`,
      `echo \${!x}`,
      `echo \${!x@}`,
      `echo \${a[x]}`,
      `echo \${x:y}`,
      `echo \${x:=1}`,
      "echo $((x))",
      "echo $((a[0]))",
      "echo $[ 1 ]",
      "((x))",
      "let x=1",
      "[[ x -eq 1 ]]",
      "[[ 'a[$(id)]' -eq 1 ]]",
      "[[ -v x ]]",
      "test -v 'a[$(id)]'",
      "[ -v x ]",
      "printf -v x y",
      "read x",
      "for ((i=0;i<1;i++)); do echo; done",
    ],
  },
  {
    construct: "quoting is removed before matching; a path is not a name",
    allow: ["Bash(git log:*)"],
    runs: ['g""it log', "'git' log", "\\git log", "git \\\n log", "$'\\x67it' log", "  git   log  "],
    stops: [
      "/usr/bin/git log",
      "./git log",
      "git\\ log",
      "$G log",
      "g?t log",
      "gi{t,} log",
      "~/git log",
      "GIT log",
      "gitlog",
      "git logs",
    ],
  },
  {
    construct: "invisible, control and bidirectional characters, length, number",
    allow: ["Bash(echo:*)"],
    runs: [
      "echo ünïcode 日本",
      "echo\ta",
      `echo ${"a".repeat(9_000)}`,
      Array.from({ length: 50 }, () => "echo").join(";"),
    ],
    stops: [
      "echo a\u200bb",
      "echo a\u202eb",
      "echo a\rb",
      "echo a\u00a0b",
      "echo a\u2028b",
      "echo \u0007",
      "echo \ufeff",
      `echo ${"a".repeat(10_000)}`,
      Array.from({ length: 51 }, () => "echo").join(";"),
      'echo "open',
      "echo |",
      "echo $(",
      "if echo",
    ],
  },
  {
    construct: "cd is followed",
    allow: ["Bash(cat:*)", "Bash(git:*)", "Bash(cd:*)"],
    runs: [
      "cd sub && cat a",
      "cd sub && cat ../a",
      "cd /work/repo/sub; cat a",
      "(cd sub && cat a); cat b",
      "cd sub && cd .. && cat a",
    ],
    stops: [
      "cd /tmp && cat a",
      "cd .. && cat a",
      "cd sub && cat ../../a",
      "cd",
      "cd -",
      "cd $x",
      "cd ~",
      "cd /work/repo-evil",
      "cd sub && git log",
      "cd nowhere; cat ../a",
      "cd sub; cd ..; cat a",
      "cd a || cd b; cat ../../x",
      "while true; do cd ..; cat a; done",
      "/usr/bin/cd sub; cat ../a",
      "nice cd sub; cat ../../a",
      "cd sub | cat ../a",
      "cd() { true; }; cd sub; cat ../a",
      "pushd /tmp",
      "popd",
    ],
  },
  {
    construct: "globs and braces: the literal beginning is judged",
    allow: ["Bash(cat:*)", "Bash(sort:*)", "Bash(echo:*)"],
    runs: ["cat *.ts", "cat src/*.ts", "cat src/[ab].ts", "echo {a,b}", "sort ./*.txt", "cat *"],
    stops: [
      "cat {a,b}",
      "cat /etc/*",
      "cat ../*",
      "cat .env*",
      "cat .e*",
      "cat .??*",
      "cat ~/*",
      "sort *",
      "cat /e*/passwd",
      "cat $x*",
    ],
  },
  {
    construct: "aliases, traps, sourcing and variables that the shell runs",
    allow: ["Bash"],
    runs: ["ls"],
    stops: [
      "alias ls=id",
      "trap 'id' EXIT",
      "source x",
      ". x",
      "PROMPT_COMMAND=id",
      "BASH_ENV=x ls",
      "shopt -s expand_aliases",
      "enable -f x y",
    ],
  },
];

describe.each(ROWS)("$construct", ({ allow, runs, stops }) => {
  const judge = judgeWith(allow);
  it.each(runs)("allows %j", (line) => {
    expect(judge(line)).toMatchObject({ verdict: "allow" });
  });
  it.each(stops)("does not allow %j", (line) => {
    expect(judge(line).verdict).not.toBe("allow");
  });
});
