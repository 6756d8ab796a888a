import { applyPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unifiedDiff } from "./unified-diff.ts";

const diff = (before: string, after: string, maxLines?: number): string =>
  unifiedDiff({ path: "f", before, after, ...(maxLines === undefined ? {} : { maxLines }) });

describe("unifiedDiff", () => {
  it("shows three lines around a change", () => {
    expect(diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n")).toBe(
      "--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n",
    );
  });

  it("counts empty sides from the line before", () => {
    expect(diff("", "a\n")).toBe("--- f\n+++ f\n@@ -0,0 +1 @@\n+a\n");
    expect(diff("a\nb\n", "")).toBe("--- f\n+++ f\n@@ -1,2 +0,0 @@\n-a\n-b\n");
  });

  it("says where the last line break is missing", () => {
    expect(diff("a", "a\n")).toBe("--- f\n+++ f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
  });

  it("is empty when nothing changed", () => {
    expect(diff("a\n", "a\n")).toBe("");
  });

  it("loses its middle above the limit", () => {
    const lines = diff("", "x\n".repeat(100), 10).split("\n");
    expect(lines.length).toBe(2 + 10 + 1 + 1);
    expect(lines).toContain("[… 91 lines omitted]");
  });

  it("shows texts that differ everywhere as one block, however long", () => {
    const numbers = (from: number): string => Array.from({ length: 20_000 }, (_, n) => `${from + n}\n`).join("");
    expect(diff(numbers(0), numbers(50_000))).toContain("@@ -1,20000 +1,20000 @@");
    expect(diff("a\n".repeat(400_000), "b\n".repeat(400_000), 20)).toContain("@@ -1,400000 +1,400000 @@");
  });

  it("turns one text into the other when it is applied", () => {
    const text = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "d\n", "\n"), { maxLength: 30 }).map((l) => l.join(""));
    fc.assert(
      fc.property(text, text, fc.constantFrom("", "end"), fc.constantFrom("", "end"), (before, after, one, other) => {
        fc.pre(before + one !== after + other);
        expect(applyPatch(before + one, diff(before + one, after + other))).toBe(after + other);
      }),
      { numRuns: 500 },
    );
  });
});
