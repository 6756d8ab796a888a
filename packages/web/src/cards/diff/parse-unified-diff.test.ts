import { createTwoFilesPatch } from "diff";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linesOf } from "./line-diff.ts";
import { parseUnifiedDiff } from "./parse-unified-diff.ts";

const withContext = { context: Number.POSITIVE_INFINITY };

describe("parseUnifiedDiff", () => {
  it("gives back both texts of a diff with all its lines, and numbers them", () => {
    const line = fc.constantFrom("a", "b", "", "-- x", "++ y", "@@ -1 +1 @@", "-", "+", "\\ z", "--- c", "+++ c");
    const text = fc.array(line, { maxLength: 30 }).map((lines) => lines.map((shown) => `${shown}\n`).join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after);
        const patch = createTwoFilesPatch("old.txt", "new.txt", before, after, undefined, undefined, withContext);
        const [file, ...more] = parseUnifiedDiff(patch);
        expect(more).toEqual([]);
        expect(file?.path).toBe("new.txt");
        const rows = (file?.rows ?? []).filter(({ kind }) => kind !== "gap");
        const old = rows.filter(({ kind }) => kind !== "added");
        const now = rows.filter(({ kind }) => kind !== "removed");
        expect(old.map((row) => row.text)).toEqual(linesOf(before).slice(0, -1));
        expect(now.map((row) => row.text)).toEqual(linesOf(after).slice(0, -1));
        expect(old.map((row) => row.oldLine)).toEqual(old.map((_, place) => place + 1));
        expect(now.map((row) => row.newLine)).toEqual(now.map((_, place) => place + 1));
      }),
      { numRuns: 300 },
    );
  });

  it("tells new, removed and renamed files", () => {
    const diff =
      "--- /dev/null\n+++ a\n@@ -0,0 +1 @@\n+x\n--- b\n+++ /dev/null\n@@ -1 +0,0 @@\n-y\n--- c\n+++ d\n@@ -9 +9 @@\n-1\n+2\n";
    expect(parseUnifiedDiff(diff)).toEqual([
      { path: "a", what: "new", rows: [{ kind: "added", text: "x", newLine: 1 }] },
      { path: "b", what: "removed", rows: [{ kind: "removed", text: "y", oldLine: 1 }] },
      {
        path: "d",
        what: "was c",
        rows: [
          { kind: "gap", text: "" },
          { kind: "removed", text: "1", oldLine: 9 },
          { kind: "added", text: "2", newLine: 9 },
        ],
      },
    ]);
  });

  it.each(["", "no diff", "@@ -1 +1 @@\n-a", "--- a\n@@ -1,9 +1,9 @@\n x"])("makes do with %j", (text) => {
    expect(() => parseUnifiedDiff(text)).not.toThrow();
  });
});
