import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundHunks, hunksOf } from "./hunks.ts";
import { compareLines } from "./line-changes.ts";

const text = fc
  .array(fc.constantFrom("a\n", "b\n", "-- c\n", "++ d\n", "\n"), { maxLength: 60 })
  .map((lines) => lines.join(""));

/** The lines of both sides that hunks tell, by their numbers. */
function told(hunks: ReturnType<typeof boundHunks>) {
  const [before, after] = [new Map<number, string>(), new Map<number, string>()];
  for (const hunk of hunks) {
    let { oldStart, newStart } = hunk;
    for (const line of hunk.text.split("\n")) {
      if (line[0] !== "+") before.set(oldStart++, line.slice(1));
      if (line[0] !== "-") after.set(newStart++, line.slice(1));
    }
  }
  return { before, after };
}

describe("boundHunks", () => {
  it("numbers every line that it keeps as it stands in its text, and keeps all changes where there is room", () => {
    fc.assert(
      fc.property(text, text, fc.integer({ min: 2, max: 80 }), (before, after, maxLines) => {
        const whole = hunksOf(compareLines(before, after));
        const hunks = boundHunks(whole, maxLines);
        const lines = { before: before.split("\n"), after: after.split("\n") };
        const { before: old, after: now } = told(hunks);
        for (const [number, line] of old) expect(line).toBe(lines.before[number - 1]);
        for (const [number, line] of now) expect(line).toBe(lines.after[number - 1]);
        const kept = hunks.flatMap((hunk) => hunk.text.split("\n"));
        const all = whole.flatMap((hunk) => hunk.lines);
        expect(kept.length).toBe(Math.min(all.length, maxLines));
        if (all.length <= maxLines) expect(hunks.length).toBe(whole.length);
      }),
      { numRuns: 500 },
    );
  });

  it("makes two of a hunk whose middle goes", () => {
    const hunks = boundHunks(hunksOf(compareLines("", "1\n2\n3\n4\n5\n6\n")), 4);
    expect(hunks).toEqual([
      { oldStart: 0, newStart: 1, text: "+1\n+2" },
      { oldStart: 0, newStart: 5, text: "+5\n+6" },
    ]);
  });
});
