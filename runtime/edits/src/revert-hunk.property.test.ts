import fc from "fast-check";
import { expect, it } from "vitest";
import { fileHunks } from "./file-hunks.ts";
import { revertHunk } from "./revert-hunk.ts";

const BOUNDS = { lines: 100_000, units: 10_000_000 };
const encode = (text: string) => new TextEncoder().encode(text);
const lineBreak = fc.constantFrom("\n", "\r\n");
/** Of few different lines, so that they are found again. */
const lines = fc.array(fc.constantFrom("a", "b", "c", "", "\uFEFF", "ä"), { maxLength: 60 });

const file = fc.record({ lines, lineBreak, end: fc.boolean() }).map(({ lines, lineBreak, end }) => {
  return lines.join(lineBreak) + (end ? lineBreak : "");
});
/** A file and what became of it: some of its lines are other ones. */
const changed = fc
  .record({ lines, lineBreak, places: fc.array(fc.nat(60), { maxLength: 8 }), end: fc.boolean() })
  .map(({ lines, lineBreak, places, end }) => {
    const text = (all: readonly string[]) => all.join(lineBreak) + (end ? lineBreak : "");
    return [
      text(lines),
      text(lines.flatMap((line, at) => (places.includes(at) ? [`${line}!`, "new"] : [line]))),
    ] as const;
  });

it("brings a file back to what it was, hunk by hunk, in any order", () => {
  fc.assert(
    fc.property(fc.oneof(changed, fc.tuple(file, file)), fc.array(fc.nat(), { maxLength: 80 }), ([old, now], order) => {
      const before = encode(old);
      let after: Uint8Array = encode(now);
      for (const choice of [...order, ...Array.from({ length: 80 }, () => 0)]) {
        const { hunks } = fileHunks({ before, after }, BOUNDS);
        const hunk = hunks[choice % Math.max(1, hunks.length)];
        if (hunk === undefined) break;
        const next = revertHunk({ before, after }, hunk);
        if (next === undefined) throw new Error("There is such a hunk.");
        expect(fileHunks({ before, after: next }, BOUNDS).hunks.length).toBeLessThan(hunks.length);
        after = next;
      }
      expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(after)).toBe(old);
    }),
  );
});

it("knows no hunk that is not there, and none of what is no text", () => {
  const [before, after] = [encode("a\nb\n"), encode("a\nc\n")];
  expect(revertHunk({ before, after }, { oldStart: 2, newStart: 2 })).toBeUndefined();
  expect(revertHunk({ before, after: Uint8Array.of(0, 1) }, { oldStart: 1, newStart: 1 })).toBeUndefined();
});
