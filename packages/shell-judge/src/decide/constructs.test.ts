import { describe, expect, it } from "vitest";
import { readPolicy } from "../rules/policy-file.ts";
import { commandLineJudge } from "./judge-command-line.ts";

const PLACE = { cwd: "/work/repo", home: "/home/u" };

function judgeWith(allow: readonly string[]) {
  const parsed = readPolicy({ allow });
  if (!parsed.ok) throw new Error(parsed.message);
  return commandLineJudge({ ...PLACE, policy: parsed.policy });
}

/** One row of the contract's table of constructs: lines that may run, and lines that may not, with these rules. */
interface Row {
  readonly construct: string;
  readonly allow: readonly string[];
  readonly runs: readonly string[];
  readonly stops: readonly string[];
}

const ROWS: readonly Row[] = [
  {
    construct: "lists, pipelines, groups, branches, loops, functions, !, time, coproc: every command is judged",
    allow: ["Bash(ls:*)", "Bash(echo:*)"],
    runs: [
      "ls; echo a",
      "ls && echo a || echo b",
      "ls | echo a",
      "ls |& echo a",
      "ls & echo a",
      "ls\necho a",
      "(ls; echo a)",
      "{ ls; echo a; }",
      "if ls; then echo a; elif ls; then echo b; else echo c; fi",
      "for f in a b; do echo $f; done",
      "while ls; do echo a; break; done",
      "until ls; do echo a; done",
      "case x in a) ls;; *) echo b;; esac",
      "! ls",
      "time -p ls",
      "coproc ls",
      "greet() { echo hi; }",
    ],
    stops: [
      "ls; id",
      "ls && id",
      "ls || id",
      "ls | id",
      "ls |& id",
      "ls & id",
      "ls\nid",
      "(ls; id)",
      "{ ls; id; }",
      "if id; then ls; fi",
      "if ls; then id; fi",
      "if ls; then ls; elif id; then ls; fi",
      "if ls; then ls; else id; fi",
      "for f in a; do id; done",
      "while id; do ls; done",
      "until ls; do id; done",
      "case x in a) id;; esac",
      "select x in a; do id; done",
      "! id",
      "time id",
      "coproc id",
      "greet() { id; }; ls",
      "greet() { id; }; greet",
      "ls() { echo; }; cd() { echo; }; ls",
    ],
  },
  {
    construct: "substitutions, also in words, subscripts and defaults",
    allow: ["Bash(echo:*)", "Bash(ls:*)"],
    runs: ["echo $(ls)", "echo `ls`", 'echo "a $(ls) b"', "echo <(ls)", `echo ${`\${x:-$(ls)}`}`],
    stops: [
      "echo $(id)",
      "echo `id`",
      'echo "$(id)"',
      'echo "`id`"',
      "echo <(id)",
      "echo >(id)",
      `echo \${x:-$(id)}`,
      `echo \${x/a/$(id)}`,
      "echo $(ls $(id))",
      "echo `ls \\`id\\``",
      "x=$(id) ls",
      "x=(a $(id)) ls",
      "for x in $(id); do ls; done",
      "case $(id) in a) ls;; esac",
      "echo $((1+$(id)))",
      "[[ -n $(id) ]]",
    ],
  },
  {
    construct: "here-documents: an unquoted body expands, a quoted one does not",
    allow: ["Bash(cat:*)"],
    runs: [
      "cat <<'EOF'\n$(id) `id`\nEOF",
      'cat <<"EOF"\n$(id)\nEOF',
      "cat <<\\EOF\n$(id)\nEOF",
      "cat <<EOF\nplain $HOME\nEOF",
      "cat <<-'EOF'\n\t$(id)\n\tEOF",
      "cat <<< text",
    ],
    stops: [
      "cat <<EOF\n$(id)\nEOF",
      "cat <<EOF\n`id`\nEOF",
      "cat <<-EOF\n\t$(id)\n\tEOF",
      "cat <<EOF\ntext\nEOF\nid",
      "cat <<EOF\nno end",
      "cat <<EOF\na\\\nEOF\nEOF\nid",
      'cat <<< "$(id)"',
      "cat <<$x\na\n$x",
    ],
  },
  {
    construct: "redirections are Read and Edit permissions",
    allow: ["Bash(git log:*)", "Bash(cat:*)", "Edit(out/**)"],
    runs: [
      "git log 2>&1",
      "git log >/dev/null 2>&1",
      "git log 2>/dev/null",
      "git log >&2",
      "git log > out/a.txt",
      "git log &> out/a.txt",
      "cat < a.txt",
      "git log 3>&1 1>&2",
    ],
    stops: [
      'git log > "$HOME/.zshrc"',
      "git log > a.txt",
      "git log >> ~/.bashrc",
      "git log >| /tmp/a",
      "git log &>> /tmp/a",
      "git log >&a.txt",
      "git log <> a.txt",
      "git log > out/../a.txt",
      "git log > $x",
      "git log > .git/hooks/pre-commit",
      "> a.txt",
      "2> a.txt",
      "{ git log; } > a.txt",
      "(git log) > a.txt",
      "while git log; do git log; done > a.txt",
      "cat < /etc/passwd",
      "cat < .env",
      "cat < /dev/tcp/127.0.0.1/80",
      "git log > /dev/tcp/127.0.0.1/80",
      "git log {fd}> out/a.txt",
    ],
  },
  {
    construct: "environment prefixes: a closed list of harmless names",
    allow: ["Bash(ls:*)", "Bash(git:*)"],
    runs: [
      "LANG=C ls",
      "LC_ALL=C.UTF-8 ls",
      "TZ=UTC ls",
      "NO_COLOR=1 ls",
      "CI=1 FORCE_COLOR=0 ls",
      "GIT_PAGER=cat git log",
    ],
    stops: [
      "FOO=1 ls",
      "LD_PRELOAD=./x.so ls",
      "PATH=/tmp ls",
      "GIT_PAGER='sh -c id' git log",
      "GIT_SSH_COMMAND=id git fetch",
      "BASH_ENV=x ls",
      "IFS=x ls",
      "LANG=$(id) ls",
      "TZ=:/etc/passwd ls",
      "LANG+=x ls",
    ],
  },
  {
    construct: "assignments and the built-ins that assign",
    allow: ["Bash(ls:*)", "Bash(export:*)", "Bash(declare:*)", "Bash(unset:*)"],
    runs: ["LANG=C", "set -e; ls"],
    stops: [
      "FOO=1",
      "FOO=1; ls",
      "export NODE_OPTIONS=--require=./x",
      "export FOO",
      "declare -x FOO=1",
      "typeset FOO=1",
      "readonly FOO=1",
      "unset FOO",
      "local FOO=1",
      "a=(1 2)",
      "a[0]=1",
      "for PATH in /tmp; do ls; done",
      "set -o allexport; ls",
    ],
  },
  {
    construct: "transparent wrappers are seen through when their options are known",
    allow: ["Bash(ls:*)", "Bash(timeout:*)", "Bash(nice:*)"],
    runs: ["timeout 5 ls", "timeout -k 1 5s ls", "nice -n 5 ls", "nohup ls", "time ls", "stdbuf -oL ls", "command ls"],
    stops: ["timeout 5 id", "timeout --what 5 ls", "nice id", "nohup id", "command id", "timeout 5", "builtin id"],
  },
  {
    construct: "executing wrappers are never allowed by their own name",
    allow: ["Bash"],
    runs: ["ls"],
    stops: [
      "sudo ls",
      "doas ls",
      "env -i ls",
      "env ls",
      "env -S 'ls -l'",
      "xargs ls",
      "watch ls",
      "setsid ls",
      "flock f ls",
      "ionice ls",
      "busybox ls",
      "script -c ls",
      "exec ls",
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
