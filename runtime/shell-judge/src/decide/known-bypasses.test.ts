import { describe, expect, it } from "vitest";
import { readPolicy } from "../rules/policy-file.ts";
import { commandLineJudge } from "./judge.ts";

interface Case {
  readonly name: string;
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  readonly stops: readonly string[];
}

/** Published holes of other agents, each with lines of its class. */
const CASES: readonly Case[] = [
  {
    name: "CVE-2025-54794: a path that only begins like the workspace",
    allow: ["Bash(cat:*)", "Bash(cd:*)"],
    stops: ["cat /work/repo-evil/a", "cd /work/repo-evil && cat a", "cat ../repo-evil/a"],
  },
  {
    name: "CVE-2025-54795: a command injected behind echo",
    allow: ["Bash(echo:*)"],
    stops: ['echo "";id', 'echo "\\"; id; echo \\""; id', "echo a; id #", "echo `id`", 'echo "$(id)"', "echo a\nid"],
  },
  {
    name: "CVE-2025-58764: rg runs programs",
    allow: ["Bash(rg:*)"],
    stops: ["rg --pre=./x a", "rg --pre ./x a", "rg --hostname-bin=./x --hyperlink-format=x a", "rg -uz a"],
  },
  {
    name: "CVE-2025-64755: sed writes and runs",
    allow: ["Bash(sed:*)", "Bash(echo:*)"],
    stops: [
      "echo a | sed 'w ~/.zshenv'",
      "sed 's/^/a/w out' a",
      "sed '1e id' a",
      "sed -e p -e 'w x' a",
      "sed -n '$w x' a",
    ],
  },
  {
    name: "CVE-2025-66032: $IFS and short options",
    allow: ["Bash(rg:*)", "Bash(git:*)", "Bash(man:*)", "Bash(sort:*)"],
    stops: [
      "rg$IFS--pre=id$IFS.",
      `git$IFS-c\${IFS}a=b\${IFS}log`,
      "man -Pid ls",
      "sort -So/tmp/x -o/tmp/y a",
      "git grep -Oid a",
    ],
  },
  {
    name: "CVE-2026-25722: cd, then a write or git",
    allow: ["Bash(git:*)", "Bash(cd:*)", "Bash(touch:*)"],
    stops: [
      "cd .claude && touch settings.json",
      "cd .git/hooks && touch pre-commit",
      "cd evil && git status",
      "cd .git; echo x > config",
    ],
  },
  {
    name: "CVE-2025-35020, -35021, -35022: substitution inside double-quoted paths",
    allow: ["Bash(cat:*)", "Bash(ls:*)"],
    stops: ['cat "src/$(id)/a"', 'cat "src/`id`/a"', 'ls "$(id)"', `cat "\${x:-$(id)}"`],
  },
  {
    name: "CVE-2026-22708: shell built-ins that need no program",
    allow: ["Bash(git:*)", "Bash(export:*)"],
    stops: [
      "export PAGER='id'; git log",
      "typeset -x PAGER=id; git log",
      "PAGER=id; git log",
      "declare -x PAGER=id",
      "export GIT_PAGER=id",
    ],
  },
  {
    name: "CVE-2025-59532: the shell's directory is not a new root",
    allow: ["Bash(touch:*)", "Bash(cd:*)"],
    stops: ["cd / && touch a", "cd /tmp; touch a", "cd ../..; touch a"],
  },
  {
    name: "GHSA-wpqr-6v78-jr5g: more than the first command",
    allow: ["Bash(grep:*)"],
    stops: ["grep a b; env", "grep a b && curl x", "grep a b | sh", "grep a $(env)"],
  },
  {
    name: "gemini-cli PR 25935: evaluation inside words",
    allow: ["Bash(echo:*)"],
    stops: [`echo \${x@P}`, "echo $((a[$(id)]))", "echo $[a[0]]", `echo \${a[$(id)]}`, `echo \${!x}`],
  },
  {
    name: "opencode 16075: an environment prefix hides a command from its rule",
    allow: ["Bash"],
    deny: ["Bash(rm:*)"],
    stops: ["FOO=1 rm a", "A=1 B=2 rm a", "LANG=C rm a"],
  },
  {
    name: "opencode 39931: -- is not dropped",
    allow: ["Bash(npm run test)"],
    stops: ["npm run test -- --x", "npm run test --", "npm -- run test"],
  },
  {
    name: "opencode 6737: a redirection behind an allowed command",
    allow: ["Bash(git log:*)"],
    stops: ["git log > a", "git log>a", "git log 1>a", "git log >>a", "git log 2>a"],
  },
  {
    name: "opencode 7063, 9257: a denial of the exact text only",
    allow: ["Bash"],
    deny: ["Bash(git push:*)"],
    stops: [
      "git  push",
      "git push -f",
      "git -C . push",
      "git --no-pager push",
      '"git" push',
      "git \\\npush",
      "git 'push' origin",
    ],
  },
  {
    name: "Kilo 11848: an unknown command is not remembered by one word of many",
    allow: ["Bash(docker ps:*)"],
    stops: ["docker run a", "docker psx"],
  },
  {
    name: "claude-code changelog: escaped options, subscripts in [[ ]], help, man, file -m, redirection forms, docker daemon",
    allow: ["Bash"],
    stops: [
      "sort \\-o a b",
      "sort -\\o a b",
      "[[ a[$(id)] -eq 1 ]]",
      "help -d a",
      "man -H a",
      "file -m x a",
      "ls 3>a",
      "ls 1<>a",
      "ls &>a",
      "docker --host x ps",
      "docker -H x ps",
    ],
  },
  {
    name: "claude-code changelog: names of prototype properties as rules and as commands",
    allow: ["Bash(constructor:*)", "Bash(__proto__:*)", "toString", "Read(__proto__)"],
    stops: ["hasOwnProperty a", "valueOf", "git __proto__", "ls; toString"],
  },
  {
    name: "claude-code changelog: extra blanks",
    allow: ["Bash"],
    deny: ["Bash( rm   -rf:* )"],
    stops: ["rm    -rf   a", "\trm\t-rf a", " rm -rf a"],
  },
  {
    name: "more than 50 commands do not turn a denial into an ask",
    allow: ["Bash"],
    deny: ["Bash(curl:*)"],
    stops: [`${"true;".repeat(60)}curl x`],
  },
];

describe.each(CASES)("$name", ({ allow = [], ask = [], deny = [], stops }) => {
  const parsed = readPolicy({ allow, ask, deny });
  if (!parsed.ok) throw new Error(parsed.message);
  const judge = commandLineJudge({ cwd: "/work/repo", home: "/home/u", policy: parsed.policy });
  it.each(stops)("%j", (line) => {
    const { verdict } = judge(line);
    if (deny.length > 0) expect(verdict).toBe("deny");
    else expect(verdict).not.toBe("allow");
  });
});
