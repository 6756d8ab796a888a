import { diffArrays } from "diff/lib/diff/array.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LineChange } from "./line-changes.ts";
import { type LinePair, shortestEdit } from "./shortest-edit.ts";

const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 40 });

/** What jsdiff finds, as changes. */
function byJsdiff({ before, after }: LinePair, most: number): LineChange[] | undefined {
  const parts = diffArrays([...before], [...after], { maxEditLength: most });
  if (parts === undefined) return undefined;
  const changes: LineChange[] = [];
  let [oldStart, newStart, open] = [0, 0, false];
  for (const { added, removed, count } of parts) {
    const [oldCount, newCount] = [added ? 0 : count, removed ? 0 : count];
    const last = changes.at(-1);
    if (!added && !removed) open = false;
    else if (open && last !== undefined)
      changes.splice(-1, 1, { ...last, oldCount: last.oldCount + oldCount, newCount: last.newCount + newCount });
    else changes.push({ oldStart, oldCount, newStart, newCount });
    open = added || removed;
    oldStart += oldCount;
    newStart += newCount;
  }
  return changes;
}

describe("shortestEdit", () => {
  it("makes one list of the other, with the changes that jsdiff finds", () => {
    fc.assert(
      fc.property(lines, lines, fc.integer({ min: 0, max: 40 }), (before, after, most) => {
        const changes = shortestEdit({ before, after }, most);
        expect(changes).toEqual(byJsdiff({ before, after }, most));
        if (changes === undefined) return;
        const made = [...before];
        for (const { oldStart, oldCount, newStart, newCount } of changes.toReversed())
          made.splice(oldStart, oldCount, ...after.slice(newStart, newStart + newCount));
        expect(made).toEqual(after);
      }),
      { numRuns: 3_000 },
    );
  });

  it("finds a few changes in many lines, and gives up on lists that have nothing in common", () => {
    const before = Array.from({ length: 20_000 }, (_, index) => `line ${index}`);
    const after = before.with(10, "one").with(10_000, "two").with(19_990, "three");
    const change = (at: number) => ({ oldStart: at, oldCount: 1, newStart: at, newCount: 1 });
    expect(shortestEdit({ before, after }, 6)).toEqual([change(10), change(10_000), change(19_990)]);
    expect(shortestEdit({ before, after }, 5)).toBeUndefined();
    expect(shortestEdit({ before, after: before.map((line) => `${line}!`) }, 1_500)).toBeUndefined();
    expect(shortestEdit({ before: [], after: [] }, 0)).toEqual([]);
  });
});
