import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DiffLine } from "./diff-line.ts";
import { wordMarks } from "./word-marks.ts";

const removed = (text: string): DiffLine => ({ kind: "removed", text });
const added = (text: string): DiffLine => ({ kind: "added", text });
const words = (rows: readonly DiffLine[]) => {
  const marks = wordMarks(rows);
  return rows.map((row) => marks.get(row)?.map(([from, to]) => row.text.slice(from, to)));
};

describe("wordMarks", () => {
  it("marks the words that went and those that came", () => {
    expect(words([removed("  return sum - discount;"), added("  return sum * (1 - discount);")])).toEqual([
      [],
      ["* (1 ", ")"],
    ]);
    expect(words([removed("const a = one;"), added("const a = two;")])).toEqual([["one"], ["two"]]);
  });

  it("marks nothing where one line did not become the other, and nothing of a line without one", () => {
    expect(words([removed("import a"), added("#!/usr/bin/env node"), added("x")])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("compares lines of one place only, in their order", () => {
    const rows = [removed("a b"), removed("c d"), added("a x"), added("c y")];
    expect(words(rows)).toEqual([["b"], ["d"], ["x"], ["y"]]);
  });

  it("leaves the same in both lines when the marks are taken out", () => {
    const line = fc.stringMatching(/^[a-c (),;]{0,30}$/);
    fc.assert(
      fc.property(line, line, (before, after) => {
        const rows = [removed(before), added(after)];
        const marks = wordMarks(rows);
        if (marks.size === 0) return;
        const rest = rows.map((row) =>
          [...(marks.get(row) ?? [])]
            .reverse()
            .reduce((text, [from, to]) => text.slice(0, from) + text.slice(to), row.text),
        );
        expect(rest[0]).toBe(rest[1]);
      }),
    );
  });

  it("bears lines that differ in everything", () => {
    const rows = Array.from({ length: 2_000 }, (_, place) => removed("x ".repeat(150) + place));
    const after = Array.from({ length: 2_000 }, (_, place) => added("y ".repeat(150) + place));
    expect(wordMarks([...rows, ...after]).size).toBe(0);
  });
});
