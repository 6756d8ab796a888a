import { describe, expect, it } from "vitest";
import { differingLines, linePrints } from "./seen-files.ts";

function differing(before: string, after: string): unknown {
  const [one, other] = [before, after].map((text) => linePrints(new TextEncoder().encode(text)));
  return one !== undefined && other !== undefined && differingLines(one, other);
}

describe("differingLines", () => {
  it.each([
    ["a changed line", "a\nb\nc\n", "a\nx\nc\n", { first: 2, last: 2 }],
    ["added lines", "a\nc\n", "a\nb\nb\nc\n", { first: 2, last: 3 }],
    ["removed lines", "a\nb\nc\n", "a\nc\n", { first: 2, last: 1 }],
    ["a missing line break at the end", "a\nb\n", "a\nb", { first: 2, last: 2 }],
    ["a repeated line", "a\na\n", "a\na\na\n", { first: 3, last: 3 }],
    ["an emptied file", "a\n", "", { first: 1, last: 0 }],
    ["nothing", "a\nb", "a\nb", undefined],
  ])("sees %s", (_, before, after, expected) => {
    expect(differing(before, after)).toEqual(expected);
  });

  it("has no prints of a file with too many lines", () => {
    expect(linePrints(new TextEncoder().encode("\n".repeat(200_001)))).toBeUndefined();
  });
});
