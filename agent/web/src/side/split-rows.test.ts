import type { DiffRow } from "@toolwright/view/internal/diff";
import fc from "fast-check";
import { expect, it } from "vitest";
import { splitRows } from "./split-rows.ts";

const row = fc.record({ kind: fc.constantFrom("context", "added", "removed", "gap"), text: fc.string() });

it("has columns of one length, each with all of its side in order, and what is unchanged side by side", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), (rows: readonly DiffRow[]) => {
      const { before, after } = splitRows(rows);
      expect(before.length).toBe(after.length);
      expect(before.filter((one) => one !== undefined)).toEqual(rows.filter(({ kind }) => kind !== "added"));
      expect(after.filter((one) => one !== undefined)).toEqual(rows.filter(({ kind }) => kind !== "removed"));
      for (const [at, one] of before.entries()) {
        expect(one === undefined && after[at] === undefined).toBe(false);
        if (one?.kind === "context" || one?.kind === "gap") expect(after[at]).toBe(one);
      }
    }),
  );
});

it("puts what came beside what went", () => {
  const removed = { kind: "removed", text: "a" } as const;
  const added = { kind: "added", text: "b" } as const;
  expect(splitRows([removed, added, added, removed])).toEqual({
    before: [removed, undefined, removed],
    after: [added, added, undefined],
  });
});
