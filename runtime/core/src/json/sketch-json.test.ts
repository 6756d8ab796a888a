import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";
import type { Json } from "./json.ts";
import { isSameJson, sketchJson } from "./sketch-json.ts";

const short = fc.jsonValue({ maxDepth: 2, stringUnit: "grapheme" });
const backwards = (value: object) => Object.fromEntries(Object.entries(value).reverse());

describe("sketchJson", () => {
  it("is equal where the canonical JSON is", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), short), (value) => {
        const other = JSON.parse(JSON.stringify(backwards(value)));
        expect(canonicalJson(other)).toBe(canonicalJson(JSON.parse(JSON.stringify(value))));
        expect(sketchJson(other)).toBe(sketchJson(JSON.parse(JSON.stringify(value))));
      }),
    );
    expect(sketchJson([Number.NaN, -0])).toBe(sketchJson([null, 0]));
    expect(sketchJson(Object({ a: 1, b: undefined }))).toBe(sketchJson({ a: 1 }));
  });

  it("tells ordinary arguments apart", () => {
    const paths = Array.from({ length: 1_000 }, (_, n) => `packages/core/src/file-${n}.ts`);
    const values: Json[] = [
      ...paths.flatMap((path, line): Json[] => [{ path }, { path, line }, { path: [path] }, [path], path, line]),
      { from: "a", to: "b" },
      { from: "b", to: "a" },
    ];
    expect(new Set(values.map(sketchJson)).size).toBeGreaterThan(values.length * 0.99);
  });
});

describe("isSameJson", () => {
  it("holds where the canonical JSON is equal, and nowhere else", () => {
    const alike = fc.constantFrom<Json>(
      null,
      0,
      "",
      "0",
      false,
      [],
      {},
      [0],
      { 0: 0 },
      { a: [] },
      { a: {} },
      { b: [] },
    );
    const near = fc.oneof(alike, fc.array(alike, { maxLength: 2 }), fc.dictionary(fc.constantFrom("a", "b"), alike));
    const anything = fc.oneof(near, short).map((value): Json => JSON.parse(JSON.stringify(value)));
    fc.assert(
      fc.property(anything, anything, (one, other) => {
        expect(isSameJson(one, other)).toBe(canonicalJson(one) === canonicalJson(other));
        expect(isSameJson(one, JSON.parse(canonicalJson(one)))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    const [named, nameless] = [JSON.parse('{ "__proto__": { "a": 1 } }'), JSON.parse('{ "a": 1 }')];
    expect([isSameJson(named, JSON.parse(JSON.stringify(named))), isSameJson(named, nameless)]).toEqual([true, false]);
    expect(isSameJson(JSON.parse('{ "toString": 1 }'), { other: 1 })).toBe(false);
  });
});
