import { describe, expect, it } from "vitest";
import { describeArguments } from "./describe-arguments.ts";

describe("describeArguments", () => {
  it.each([
    [{}, ""],
    [{ command: "npm test" }, "npm test"],
    [{ file_paths: ["a.ts", "b.ts"], limit: 12 }, "a.ts b.ts limit=12"],
    [{ deep: { a: [1] }, on: true, none: null }, 'deep={"a":[1]} on=true none=null'],
    [{ command: "one\n  two" }, "one ⏎ two"],
    [{ text: "a\u001b[2Jb" }, "a\\u{1b}[2Jb"],
  ])("writes %j on one line", (args, line) => {
    expect(describeArguments(args, 80)).toBe(line);
  });

  it("keeps within the width, also when there is no room at all", () => {
    expect(describeArguments({ text: "x".repeat(1_000_000), more: "y" }, 20)).toBe(`${"x".repeat(19)}…`);
    expect(describeArguments({ text: "x".repeat(100) }, -30)).toBe(`${"x".repeat(9)}…`);
  });
});
