import { describe, expect, it } from "vitest";
import { commandLineJudge } from "./judge.ts";

const judge = commandLineJudge({ cwd: "/work/repo", home: "/home/u" });

describe("what several commands print one after the other", () => {
  it.each([
    "{ cat list.txt; echo README.md; } | xargs cat",
    "{ cat list.txt & echo README.md; } | xargs cat",
    "{ cat list.txt; find . -name '*.ts'; } | xargs cat",
    "echo a | { cat list.txt; cat; } | xargs cat",
    "(cat list.txt; echo README.md) | xargs cat",
    "{ cat list.txt && echo README.md; } | xargs cat",
  ])("is not what the last of them prints: %s", (line) => expect(judge(line).verdict).toBe("ask"));

  it.each([
    "find 'x .env y' -name '*.ts' 2>&1 | xargs cat",
    "find src -name '*.ts' |& xargs cat",
    "ls 2>&1 | xargs cat",
    "{ find src -name '*.ts'; } 2>&1 | xargs cat",
  ])("holds the messages of errors where they are mixed in: %s", (line) =>
    expect(judge(line).verdict).not.toBe("allow"),
  );

  it.each([
    "{ echo README.md; } | xargs cat",
    "find src -name '*.ts' 2>/dev/null | xargs cat",
    "find src -name '*.ts' 2> errors.txt < /dev/null | xargs wc -l | cat",
    "cat list.txt; echo README.md | xargs cat",
  ])("is known where there is one, and where errors go elsewhere: %s", (line) => {
    expect(judge(line.replace("2> errors.txt", "2> /dev/null")).verdict).toBe("allow");
  });
});
