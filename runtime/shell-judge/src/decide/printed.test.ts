import { describe, expect, it } from "vitest";
import { commandLineJudge } from "./judge.ts";

const judge = commandLineJudge({ cwd: "/work/repo", home: "/home/u" });

describe("names that one program hands to the next", () => {
  it.each([
    "find src -name '*.ts' | xargs wc -l",
    "find src -name '*.ts' | sort -u | head -5 | xargs wc -l",
    "find src -name '*.ts' | grep -v test | xargs wc -l",
    "git ls-files '*.ts' | xargs wc -l",
    "echo README.md | xargs cat",
    "printf '%s\\n' a.txt b.txt | xargs cat",
  ])("are what they were: %s", (line) => expect(judge(line).verdict).toBe("allow"));

  it.each([
    "printf '\\056env' | xargs cat",
    "printf '%b' '\\056env' | xargs cat",
    "printf '.%s' env | xargs cat",
    "printf '%s' .e nv | xargs cat",
    "echo -e '\\056env' | xargs cat",
    "echo '\\056env' | xargs cat",
    "find src -name '*.ts' | grep -l --label=.env ts | xargs cat",
    "find src -name '*.ts' | grep -o e | xargs cat",
    "find src -name '*.ts' | head -c 3 | xargs cat",
    "git ls-files '*.ts' --format=.env | xargs cat",
    "grep -rl --include='*.ts' --label=.env a - src | xargs cat",
  ])("may have changed on their way: %s", (line) => expect(judge(line).verdict).not.toBe("allow"));
});
