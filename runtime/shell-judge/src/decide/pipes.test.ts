import { describe, expect, it } from "vitest";
import { commandLineJudge } from "./judge.ts";

const judge = commandLineJudge({ cwd: "/work/repo", home: "/home/u" });

describe("names that go from one command to the next", () => {
  it.each([
    "find . -name '*.ts' | xargs grep -l foo",
    "find src -type f -print0 | xargs -0 wc -l",
    "git ls-files '*.md' | xargs wc -l | sort -n",
    "git diff --name-only | xargs cat",
    "grep -rl foo src | head -5 | xargs sed -n 1p",
    "rg -l foo | sort -u | xargs wc -l",
    "echo a b | xargs cat",
    "printf '%s\\n' a b | xargs cat",
  ])("are known: %s", (line) => expect(judge(line)).toMatchObject({ verdict: "allow" }));

  it.each([
    "find . -name '.env' | xargs cat",
    "find . -name '*env*' -exec cat {} +",
    "find . -name x.env.ts | grep -o '\\.env' | xargs cat",
    "find . -name .environment | head -c 6 | xargs cat",
    "find . -name '*.ts' | sed s/ts/env/ | xargs cat",
    "find . -name '*.ts' | xargs -d s cat",
    "find . -name '*.ts' -printf .env | xargs cat",
    "find . -name '*.ts' | xargs rm",
    "git diff --name-only --line-prefix=.env | xargs cat",
    "ls -m | xargs cat",
    "echo -e '.en\\x76' | xargs cat",
    "printf '.%s' env | xargs cat",
    "printf 'a%b' '\\n.env' | xargs cat",
    "echo .env | xargs cat",
    "echo '\".env\"' | xargs cat",
    "echo a | sed s/a/.env/ | xargs cat",
    "cat list | xargs cat",
    "echo -o x | xargs sort",
    "find . -name '*.ts' | xargs sort -o",
    "find . -exec git -C {} status \\;",
    "find src -type d | xargs -I{} git -C {} status",
    "find src -exec awk {} README.md \\;",
    "find src | xargs -I{} jq {} data.json",
    "git ls-files '*.tar' | xargs -n1 tar tf",
    "find src -exec git describe {} \\;",
  ])("are not, or name what may not be: %s", (line) => expect(judge(line).verdict).not.toBe("allow"));
});

describe("what a variable holds", () => {
  it.each([
    "d=.env; coproc { d=a; }; cat $d",
    "d=.env; (d=a); cat $d",
    "d=.env; d=a | true; cat $d",
    "d=.env; d=a & cat $d",
    "d=.env; echo $(d=a); cat $d",
    "d=.env; cat <(d=a); cat $d",
    "d=.env; false && d=a; cat $d",
    "d=.env; true || d=a; cat $d",
    "d=.env; true || d=a && cat $d",
    "d=.env; false && d=a || cat $d",
    "d=.env; if false; then d=a; fi; cat $d",
    "d=.env; if false; then d=a; else cat $d; fi",
    "d=.env; case x in y) d=a;; esac; cat $d",
    "d=.env; while false; do d=a; done; cat $d",
    "d=a; while true; do cat $d; d=.env; done",
    "d=a; until false; do cat $d; d=.env; done",
    "d=.env; for d in; do :; done; cat $d",
    "d=a; read -r d <<< .env; cat $d",
    "d=a; f() { d=.env; }; f; cat $d",
    'for _ in README.md; do true .env; cat "$_"; done',
    "d='a .env'; cat $d",
  ])("is followed, or unknown: %s", (line) => expect(judge(line).verdict).not.toBe("allow"));

  it.each(["d=src; ls $d/*.ts", "d=.env; d=a; cat $d", "n=3; head -n $n a", "o='-l -a'; ls $o", "d=a; (cat $d)"])(
    "is known: %s",
    (line) => expect(judge(line)).toMatchObject({ verdict: "allow" }),
  );
});
