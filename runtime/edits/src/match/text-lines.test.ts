import { describe, expect, it } from "vitest";
import { allLines, textLines } from "./text-lines.ts";

describe("textLines", () => {
  it.each([
    ["", []],
    ["a", ["a"]],
    ["a\n", ["a"]],
    ["a\n\n", ["a", ""]],
    ["\n", [""]],
    ["a\nb", ["a", "b"]],
  ])("splits %j", (text, lines) => {
    expect(allLines(textLines(text))).toEqual(lines);
  });

  it("numbers offsets by line, a line break with the line it ends", () => {
    const lines = textLines("ab\nc\n");
    expect([0, 2, 3, 4, 5].map((offset) => lines.numberAt(offset))).toEqual([1, 1, 2, 2, 2]);
  });

  it("knows where lines begin and end", () => {
    const lines = textLines("ab\nc\n");
    expect([lines.start(1), lines.end(1), lines.start(2), lines.end(2)]).toEqual([3, 4, 5, 5]);
  });
});
