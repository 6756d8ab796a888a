import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";
import type { Json } from "./json.ts";
import { sketchJson } from "./sketch-json.ts";

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
