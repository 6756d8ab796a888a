import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DiffLine } from "./diff-line.ts";
import { lineDiff, linesOf } from "./line-diff.ts";

const side = (rows: readonly DiffLine[], kind: DiffLine["kind"]) =>
  rows.filter((row) => row.kind === kind || row.kind === "context").map(({ text }) => text);

describe("lineDiff", () => {
  it("removed and context lines are the old text, added and context lines the new", () => {
    const text = fc.array(fc.constantFrom("", "a", "b", "c", " a"), { maxLength: 40 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const rows = lineDiff(before, after);
        expect(side(rows, "removed")).toEqual(linesOf(before));
        expect(side(rows, "added")).toEqual(linesOf(after));
      }),
      { numRuns: 500 },
    );
  });

  it("keeps what is equal", () => {
    const kinds = lineDiff("a\nb\nc\nd", "a\nx\nc\ny\nd").map(({ kind, text }) => `${kind} ${text}`);
    expect(kinds).toEqual(["context a", "removed b", "added x", "context c", "added y", "context d"]);
  });

  it("does not look for the smallest diff of texts that differ in very much", () => {
    const before = Array.from({ length: 50_000 }, (_, line) => `old ${line}`);
    const after = Array.from({ length: 50_000 }, (_, line) => `new ${line}`);
    const rows = lineDiff(["same", ...before].join("\n"), ["same", ...after].join("\n"));
    expect(rows).toHaveLength(100_001);
    expect(side(rows, "removed")).toEqual(["same", ...before]);
  });
});
