import { describe, expect, it } from "vitest";
import { commandLineJudge } from "../decide/judge.ts";

const judge = commandLineJudge({ cwd: "/work/repo", home: "/home/u" });

describe("variables of loops", () => {
  it.each([
    "for c in echo rm; do $c a; done",
    'for c in echo rm; do "$c" a; done',
    "for f in -- -o; do sort $f out; done",
    "for f in -k -o; do sort $f out; done",
    "for a in -k -r; do for b in -o 1; do sort $a $b out; done; done",
    "for p in cat 'touch a'; do GIT_PAGER=\"$p\" git log; done",
    "for f in C /tmp/evil; do LC_ALL=$f ls; done",
    "for d in . ..; do cd $d; cat ../a; done",
    "for f in *; do test \"$f\" 'a[$(id)]'; done",
    'for f in a; do for \\\n f in -oout; do :; done; sort "$f"; done',
    'for f in a; do { for f in -oout; do :; done; }; sort "$f"; done',
    'for f in a; do if true; then select f in -oout; do break; done; fi; sort "$f"; done',
  ])("each value is judged by itself: %s", (line) => {
    expect(judge(line).verdict).not.toBe("allow");
  });

  it.each([
    'for f in a b c; do cat "$f"; wc -l $f; done',
    'for d in a b; do for f in x y; do cat "$d" "$f"; done; done',
    "for f in a b; do sort -u $f; done",
    "for d in src test; do (cd $d && ls); done; ls",
    'for f in *.ts; do head -5 "$f"; done',
    'for f in *.ts; do [ -f "$f" ] && head -1 "$f"; done',
    'for f in *.ts; do test -d "$f" || wc -l "$f"; done',
    "for l in C C.UTF-8; do echo $l; done",
    `for f in ${Array.from({ length: 20 }, (_, index) => `f${index}`).join(" ")}; do cat "$f"; done`,
  ])("what is harmless for all of them runs: %s", (line) => {
    expect(judge(line)).toMatchObject({ verdict: "allow" });
  });

  it("more combinations than are judged ask", () => {
    const words = Array.from({ length: 30 }, (_, index) => `f${index}`).join(" ");
    const line = `for a in ${words}; do for b in ${words}; do for c in ${words}; do cat $a $b $c; done; done; done`;
    expect(judge(line)).toMatchObject({ verdict: "ask" });
  });
});
