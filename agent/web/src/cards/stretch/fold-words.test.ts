import { describe, expect, it } from "vitest";
import { foldTime, foldWords } from "./fold-words.ts";

const call = (toolName: string, args: object = {}) => ({ toolName, args });
const timed = (startedAt: number, completedAt: number) => ({ timing: { startedAt, completedAt } });

describe("foldWords", () => {
  it("says what was done, kind by kind, in the order in which each began", () => {
    const calls = [
      call("read", { file_paths: ["a", "b"] }),
      call("grep"),
      call("read", { file_path: "c" }),
      call("glob"),
      call("bash"),
    ];
    expect(foldWords(calls)).toBe("Read 3 files, searched twice, ran 1 command");
  });

  it("names tools that it does not know, whatever they are called", () => {
    expect(foldWords([call("constructor"), call("weather"), call("weather"), call("weather")])).toBe(
      "Called constructor, called weather 3 times",
    );
  });
});

describe("foldTime", () => {
  it("counts calls side by side once, and leaves out what nobody notices", () => {
    expect(foldTime([timed(0, 3_000), timed(1_000, 2_000), timed(10_000, 11_200)])).toBe("4.2 s");
    expect(foldTime([timed(0, 99)])).toBe("");
    expect(foldTime([call("read")])).toBe("");
  });
});
